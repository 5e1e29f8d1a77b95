import { describe, expect, it } from 'vitest';
import type { RunFigures } from '../../../sim/referee/figures.js';
import type { SensedPlace } from '../../../sim/referee/goalTracker.js';
import { Referee } from '../../../sim/referee/referee.js';
import type { CriterionSpec } from '../../../sim/scenario/scenario.js';
import type { Pose } from '../../../src/math/geometry.js';
import type { Goal, TargetSpec } from '../../../src/steering/mission.js';

const H = 0.005;
const QUIET: RunFigures = {
  contacts: 0,
  minClearance: null,
  maxSpeed: 0.5,
  maxForce: 0.45,
  faults: [],
  safety: 'driving',
};
const at = (x: number, y = 0): Pose => ({ x, y, heading: 0 });
const wheels = (speed: number) => ({ left: speed, right: speed });
const where = (target: TargetSpec | SensedPlace) =>
  Array.isArray(target) ? { x: target[0], y: target[1] } : { x: 1, y: 0 };
const goal = (kind: 'seek' | 'arrive', within = 0.0105): Goal => ({ kind, target: [1, 0], within });
const path: Goal = { kind: 'followPath', points: [at(0), at(1)], within: 0.03 };

/** Lets a referee see poses, 5 ms apart, and wheel speeds. */
class Film {
  step = 0;
  readonly referee: Referee;

  constructor(goals: readonly Goal[], criteria: readonly CriterionSpec[] = []) {
    this.referee = new Referee('a', goals, criteria);
  }

  show(pose: Pose, speed: number, steps = 1): this {
    for (let i = 0; i < steps; i++) {
      this.referee.observe(this.step * H, pose, wheels(speed), where);
      this.step += 1;
    }
    return this;
  }

  /** At 0.2 m/s along x: 1 mm a step. */
  drive(from: number, to: number, y = 0): this {
    const millimeters = Math.round((to - from) * 1000);
    for (let i = 0; i <= Math.abs(millimeters); i++) {
      this.show(at(from + (Math.sign(millimeters) * i) / 1000, y), 0.2);
    }
    return this;
  }

  get result() {
    return this.referee.result(QUIET);
  }
}

describe('Referee, seek', () => {
  it('is reached in passing, at the first step within the distance', () => {
    const { result, referee } = new Film([goal('seek')]).drive(0, 1.2);
    expect(referee.arrived).toBe(true);
    // 990 steps of 1 mm.
    expect(result.timeToGoal).toBeCloseTo(990 * H, 9);
    expect(result).toMatchObject({ outcome: 'arrived', finalPose: at(1.2) });
    expect(result.overshoot).toBeCloseTo(0.2, 9);
    expect(result.distanceTravelled).toBeCloseTo(1.2, 9);
    expect(result.distanceToGoal).toBeCloseTo(0.2, 9);
  });

  it('is not reached by passing 11 mm aside', () => {
    const { result } = new Film([goal('seek')]).drive(0, 1.2, 0.011);
    expect(result).toMatchObject({ outcome: 'running', timeToGoal: null });
  });

  it('is judged at the present place of a moving target, without overshoot', () => {
    const { result } = new Film([{ kind: 'seek', target: { mover: 'ball' }, within: 0.0105 }]).drive(0, 1.1);
    expect(result.timeToGoal).toBeCloseTo(990 * H, 9);
    expect(result.overshoot).toBeNull();
  });
});

describe('Referee, arrive', () => {
  it('counts from the first instant of 0.1 s of standing there', () => {
    const film = new Film([goal('arrive')]).drive(0, 0.995);
    film.show(at(0.995), 0.0049, 20);
    expect(film.referee.arrived).toBe(false);
    film.show(at(0.995), 0.0049);
    expect(film.referee.arrived).toBe(true);
    expect(film.result.timeToGoal).toBeCloseTo(996 * H, 9);
    expect(film.result.distanceToGoal).toBeCloseTo(0.005, 9);
    expect(film.result.overshoot).toBe(0);
  });

  it('starts again when a wheel turns in between, or the body leaves', () => {
    const film = new Film([goal('arrive')]).drive(0, 0.995).show(at(0.995), 0, 15).show(at(0.995), 0.005);
    film.show(at(0.995), 0, 20).show(at(0.98), 0).show(at(0.995), 0, 20);
    expect(film.referee.arrived).toBe(false);
    film.show(at(0.995), 0);
    expect(film.result.timeToGoal).toBeCloseTo((996 + 16 + 21) * H, 9);
  });

  it('counts neither driving through nor standing elsewhere as arriving', () => {
    expect(new Film([goal('arrive')]).drive(0, 1.5).referee.arrived).toBe(false);
    expect(new Film([goal('arrive')]).show(at(0.989), 0, 100).referee.arrived).toBe(false);
  });

  it('counts one turning wheel as turning', () => {
    for (const [left, right] of [
      [0, -0.006],
      [0.006, 0],
    ] as const) {
      const { referee } = new Film([goal('arrive')]);
      for (let i = 0; i < 100; i++) referee.observe(i * H, at(1), { left, right }, where);
      expect(referee.arrived).toBe(false);
    }
  });

  it('keeps the farthest overshoot, along the line from the start', () => {
    const { result } = new Film([goal('arrive')]).drive(0, 1.03).drive(1.03, 1);
    expect(result.overshoot).toBeCloseTo(0.03, 9);
    const aside = new Film([goal('arrive')]).drive(0, 1, 0.5);
    // Start (0, 0.5) to target (1, 0): at (1, 0.5) the body is not beyond, but before the target.
    expect(aside.result.overshoot).toBe(0);
  });

  it('takes the distance of an arrived criterion before its own', () => {
    const stand = (within: number) =>
      new Film([goal('arrive')], [{ criterion: 'arrived', within }]).show(at(0.98), 0, 30).referee.arrived;
    expect(stand(0.021)).toBe(true);
    expect(stand(0.019)).toBe(false);
  });
});

describe('Referee, followPath', () => {
  it('is reached by standing at the end of a path that was driven', () => {
    const { result } = new Film([path]).drive(0, 0.98).show(at(0.98), 0, 21);
    expect(result).toMatchObject({ outcome: 'arrived', overshoot: 0 });
    expect(result.timeToGoal).toBeCloseTo(981 * H, 9);
    expect(result.crossTrack?.rms).toBeLessThan(1e-9);
    expect(result.crossTrack?.missed).toBeCloseTo(0.02, 9);
  });

  it('is not reached by standing at the end of a lap, which is its start', () => {
    const lap = [at(0), at(1), at(1, 1), at(0)];
    const film = new Film([{ kind: 'followPath', points: lap, within: 0.03 }]).show(at(0), 0, 100);
    expect(film.referee.arrived).toBe(false);
    expect(film.result.overshoot).toBe(0);
  });

  it('overshoots only beyond the end', () => {
    const { result } = new Film([path]).drive(0, 1.04).drive(1.04, 1).show(at(1), 0, 21);
    expect(result.overshoot).toBeCloseTo(0.04, 9);
    expect(result.outcome).toBe('arrived');
  });

  it('counts no cross-track after arrival', () => {
    const film = new Film([path]).drive(0, 1).show(at(1), 0, 21);
    const before = film.result.crossTrack;
    expect(film.drive(1, 3, 1).result.crossTrack).toEqual(before);
  });
});

describe('Referee, edges', () => {
  it('has no figures for a robot without a goal', () => {
    const { result, referee } = new Film([]).drive(0, 0.1);
    expect(referee.arrived).toBe(false);
    expect(result).toMatchObject({
      outcome: 'running',
      timeToGoal: null,
      distanceToGoal: null,
      overshoot: null,
      crossTrack: null,
    });
  });

  it('needs every goal, and takes the time of the last', () => {
    const second: Goal = { kind: 'seek', target: [1.5, 0], within: 0.0105 };
    const film = new Film([goal('seek'), second]).drive(0, 1.2);
    expect(film.referee.arrived).toBe(false);
    expect(film.result.distanceToGoal).toBeCloseTo(0.3, 9);
    expect(film.drive(1.2, 1.5).result.timeToGoal).toBeCloseTo((1201 + 290) * H, 9);
  });

  it('tells why a robot did not arrive', () => {
    const { referee } = new Film([goal('seek')]).drive(0, 0.1);
    for (const safety of ['stopped', 'faulted'] as const) {
      expect(referee.result({ ...QUIET, safety }).outcome).toBe(safety);
    }
  });

  it('counts crossings, and neither the jump nor the start as travel', () => {
    const film = new Film([goal('seek')]).drive(0, 1);
    film.referee.respawned(at(5));
    expect(film.referee.arrived).toBe(false);
    film.drive(5, 5.1);
    expect(film.result).toMatchObject({ crossings: 1, outcome: 'arrived' });
    expect(film.result.timeToGoal).toBeCloseTo(990 * H, 9);
    expect(film.result.distanceTravelled).toBeCloseTo(1.1, 9);
  });
});

describe('a goal that a robot finds by its sensors', () => {
  // `where` says (1, 0) for every place that is not a point.
  const sensed: Goal = { kind: 'seekLight', within: 0.1 };

  it('is reached when the body stands near it for 0.1 s', () => {
    const film = new Film([sensed]).show(at(0.95), 0.1, 40);
    expect(film.referee.arrived).toBe(false);
    film.show(at(0.95), 0, 10);
    expect(film.referee.arrived).toBe(false);
    film.show(at(0.95), 0, 20);
    expect(film.referee.arrived).toBe(true);
    expect(film.referee.result(QUIET)).toMatchObject({ outcome: 'arrived', overshoot: null });
    expect(film.referee.result(QUIET).distanceToGoal).toBeCloseTo(0.05, 9);
  });

  it('is not reached farther away, unless the criterion says so', () => {
    expect(new Film([sensed]).show(at(0.85), 0, 40).referee.arrived).toBe(false);
    const wider = [{ criterion: 'arrived', within: 0.2 }] as const;
    expect(new Film([sensed], wider).show(at(0.85), 0, 40).referee.arrived).toBe(true);
  });
});
