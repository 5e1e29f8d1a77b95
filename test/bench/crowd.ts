/** Many robots for the benches: placed evenly at random, driving straight on. */
import type { Pose } from '../../src/math/geometry.js';
import type { Random } from '../../src/math/random.js';
import type { Neighbor } from '../../src/signals/signals.js';

/** About this many neighbors within this radius, however many robots there are. */
export const NEIGHBORS = 12;
export const RADIUS = 1;
export const MAX_SPEED = 0.5;
export const DT = 0.02;
export const BODY = { radius: 0.09 };

export interface Robot {
  readonly id: string;
  readonly pose: Pose;
  readonly body: typeof BODY;
  readonly heading: number;
}

/** All robots drive straight on and wrap around at the edges; both libraries see the same places. */
export class Crowd {
  readonly side: number;
  robots: readonly Robot[];

  constructor(count: number, { uniform }: Random) {
    this.side = Math.sqrt((count * Math.PI * RADIUS ** 2) / NEIGHBORS);
    this.robots = Array.from({ length: count }, (_, i) => {
      const heading = Math.PI * (1 - 2 * uniform());
      return {
        id: `r${i}`,
        pose: { x: this.side * uniform(), y: this.side * uniform(), heading },
        body: BODY,
        heading,
      };
    });
  }

  move(): void {
    const into = (x: number) => x - this.side * Math.floor(x / this.side);
    this.robots = this.robots.map((robot) => {
      const { x, y, heading } = robot.pose;
      const way = MAX_SPEED * DT;
      const pose = { x: into(x + way * Math.cos(heading)), y: into(y + way * Math.sin(heading)), heading };
      return { ...robot, pose };
    });
  }

  /** What they say of themselves. */
  said(): Neighbor[] {
    return this.robots.map(({ id, pose: { x, y, heading } }) => {
      const velocity = { x: MAX_SPEED * Math.cos(heading), y: MAX_SPEED * Math.sin(heading) };
      return { id, at: 0, position: { x, y }, velocity, heading, radius: BODY.radius };
    });
  }
}
