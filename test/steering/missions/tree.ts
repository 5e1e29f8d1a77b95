/** Asks a mission's tree tick by tick, without a body: time, way and what it senses are the test's. */
import type { Behavior, MissionPercept, Percept, Steering } from '../../../src/steering/behavior.js';
import { AT_THE_START, percept } from '../../support/percept.js';

export const DT = 0.02;

type Changes = Omit<Partial<Percept>, 'mission'> & { readonly mission?: Partial<MissionPercept> };

export class Asked<M> {
  readonly behavior: Behavior<M>;
  memory: M;
  time = 0;
  said: Steering<M> | undefined;

  constructor(behavior: Behavior<M>) {
    this.behavior = behavior;
    this.memory = behavior.start();
  }

  /** One tick. Its memory goes through JSON, as in a recording. */
  tick({ mission, ...changes }: Changes = {}): Steering<M> {
    const course = { ...AT_THE_START, time: this.time, ...mission };
    const said = this.behavior.steer(percept({ ...changes, mission: course }), this.memory, { x: 0, y: 0 });
    this.memory = JSON.parse(JSON.stringify(said.memory)) as M;
    this.time += DT;
    this.said = said;
    return said;
  }

  /** Ticks for a time; the last answer. */
  ticks(seconds: number, changes: Changes = {}): Steering<M> {
    const count = Math.round(seconds / DT);
    for (let i = 0; i < count; i++) this.tick(changes);
    return this.said as Steering<M>;
  }
}

/** A leaf that pushes along x with that force for so many ticks, and then ends; it notes each tick in `log`. */
export const pushes = (
  name: string,
  {
    ticks = 1,
    force = 1,
    ends = true,
  }: { ticks?: number; force?: number; ends?: true | 'failed' | undefined | false },
  log: string[] = [],
): Behavior<number> => ({
  name,
  start: () => 0,
  steer: (_, n) => {
    log.push(name);
    const isOver = ends !== false && n + 1 >= ticks;
    return { memory: n + 1, force: { x: force, y: 0 }, ...(isOver && { done: ends }) };
  },
});
