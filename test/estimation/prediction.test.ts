import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Drivetrain } from '../../sim/plant/drivetrain.js';
import { advanceEstimate, estimateNow, recordSent, startEstimate } from '../../src/estimation/estimate.js';
import type { EstimatorParameters, EstimatorState } from '../../src/estimation/estimatorState.js';
import { receivePose } from '../../src/estimation/outside.js';
import { wheelDoubts } from '../../src/estimation/wheelDoubt.js';
import { toDuties } from '../../src/locomotion/motor.js';
import { distance, moveAlongArc, type Pose, wrapAngle } from '../../src/math/geometry.js';
import { REST_SPEED } from '../../src/math/standstill.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import type { WheelSpeeds } from '../../src/signals/signals.js';
import { PLANT, SCOUT } from '../sim/bodies.js';
import { drawn } from '../support/effort.js';

const ORIGIN = { x: 0, y: 0, heading: 0 };
const PERIOD = 0.02;

/** Commands change by less than the acceleration allows: only delay and lag are at work. */
const bodyOf = (latency: number, lag: number): EstimatorParameters => ({
  track: SCOUT.chassis.track,
  doubts: wheelDoubts(SCOUT.chassis.track),
  latency,
  patience: 0.15,
  response: { lag, breakaway: 0, acceleration: 1e9 },
});
const both = (speed: number): WheelSpeeds => ({ left: speed, right: speed });

/** Gives one command a period, from rest, and stops at the instant of the last one. */
function given(body: EstimatorParameters, commands: readonly WheelSpeeds[]): EstimatorState {
  return commands.reduce(
    (state, speeds, i) => recordSent(advanceEstimate(state, i * PERIOD, body), i * PERIOD, speeds),
    startEstimate(0, ORIGIN, 0, body),
  );
}

describe('the prediction, by hand', () => {
  it('is v·(latency + lag) ahead on a straight line at a constant speed', () => {
    const body = bodyOf(0.04, 0.06);
    const { pose, predicted } = estimateNow(startEstimate(0, ORIGIN, 0.5, body), 0, body).estimate;
    expect(pose).toEqual(ORIGIN);
    expect(predicted.x).toBeCloseTo(0.5 * (0.04 + 0.06), 12);
    expect(predicted).toMatchObject({ y: 0, heading: 0 });
  });

  it('is the pose itself of a body without latency and lag, however fast it is', () => {
    const body = bodyOf(0, 0);
    expect(estimateNow(startEstimate(0, ORIGIN, 0.5, body), 0, body).estimate.predicted).toEqual(ORIGIN);
  });

  it('counts the commands in flight of a body at rest', () => {
    const body = bodyOf(0.04, 0);
    // 0.2 m/s for 20 ms are under way, and nothing of them has reached the wheels at 30 ms.
    const state = given(body, [both(0.2), both(0)]);
    const { pose, predicted } = estimateNow(advanceEstimate(state, 0.03, body), 0.03, body).estimate;
    expect(pose.x).toBe(0);
    expect(predicted.x).toBeCloseTo(0.2 * 0.02, 12);
  });

  it('is the same before, while and after the commands under way work', () => {
    const body = bodyOf(0.04, 0.06);
    const state = given(body, [both(0.3), both(0)]);
    for (const at of [0.02, 0.035, 0.05, 0.07, 0.1]) {
      const { predicted } = estimateNow(advanceEstimate(state, at, body), at, body).estimate;
      expect(predicted.x).toBeCloseTo(0.3 * 0.02, 9);
    }
  });

  it('goes from the instant of the last reading to now as well', () => {
    const body = bodyOf(0, 0);
    const read = { kind: 'pose', at: 0, pose: { x: 1, y: 0, heading: 0 } } as const;
    const state = receivePose(startEstimate(0, ORIGIN, 0.2, body), read, body);
    expect(estimateNow(state, 0.1, body).estimate.predicted.x).toBeCloseTo(1.02, 12);
  });
});

describe('the prediction, laws', () => {
  const speed = fc.double({ min: -0.4, max: 0.4, noNaN: true }).filter((v) => Math.abs(v) > 0.005);
  const commands = fc.array(speed, { minLength: 1, maxLength: 25 });
  const figures = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }));

  it('is the sum of all commands given: x + lag·v = Σ u·dt', () => {
    fc.assert(
      fc.property(commands, figures, (speeds, [latency, lag]) => {
        const body = bodyOf(latency / 1000, lag / 1000);
        const { predicted } = estimateNow(
          given(body, [...speeds, 0].map(both)),
          speeds.length * PERIOD,
          body,
        ).estimate;
        expect(predicted.x).toBeCloseTo(PERIOD * speeds.reduce((sum, v) => sum + v, 0), 9);
      }),
    );
  });

  /** The true wheels on the same commands; from then on power is off. */
  function coast(latency: number, lag: number, sent: readonly WheelSpeeds[]): Pose {
    const robot: RobotDefinition = { ...SCOUT, control: { ...SCOUT.control, latency } };
    const wheels = new Drivetrain(robot, { ...PLANT, lag, stiction: 0, acceleration: 1e9 });
    let pose: Pose = ORIGIN;
    for (let step = 0; step < 4 * sent.length + 600; step++) {
      const command = sent[step / 4];
      if (command) wheels.command(step / 200, toDuties(command, SCOUT.motors));
      const { forward, turned } = wheels.overGround(wheels.advance(step / 200, (step + 1) / 200));
      pose = moveAlongArc(pose, forward, turned);
    }
    expect(wheels.wheelSpeeds).toEqual(both(0));
    return pose;
  }

  function predicted(latency: number, lag: number, sent: readonly WheelSpeeds[]): Pose {
    const body = bodyOf(latency, lag);
    return estimateNow(given(body, sent), (sent.length - 1) * PERIOD, body).estimate.predicted;
  }

  it('is where the true wheels end when nothing more is given, on a straight line', () => {
    fc.assert(
      fc.property(commands, figures, (speeds, [latency, lag]) => {
        const sent = [...speeds, 0].map(both);
        const end = coast(latency / 1000, lag / 1000, sent);
        const said = predicted(latency / 1000, lag / 1000, sent);
        // A wheel that falls below 1 mm/s rests at once: the last lag × 1 mm/s is not driven.
        expect(Math.abs(end.x - said.x)).toBeLessThan((lag / 1000) * REST_SPEED + 1e-9);
        expect(said.y).toBe(0);
      }),
      { numRuns: drawn(60) },
    );
  });

  it('is that to the nanometre where the wheels have no lag', () => {
    fc.assert(
      fc.property(commands, fc.integer({ min: 0, max: 100 }), (speeds, latency) => {
        const sent = [...speeds, 0].map(both);
        expect(
          Math.abs(coast(latency / 1000, 0, sent).x - predicted(latency / 1000, 0, sent).x),
        ).toBeLessThan(1e-9);
      }),
      { numRuns: drawn(60) },
    );
  });

  it('is that to a millimetre and a milliradian in bends', () => {
    // Wheels as they are driven: a speed and a turn that change by no more than 1 m/s² allows in a period.
    const change = fc.double({ min: -PERIOD, max: PERIOD, noNaN: true });
    const walk = fc.array(fc.tuple(change, change), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(walk, figures, (changes, [latency, lag]) => {
        let at = both(0.2);
        const sent = changes.map(([l, r]) => {
          at = { left: at.left + l, right: at.right + r };
          return at;
        });
        const end = coast(latency / 1000, lag / 1000, [...sent, both(0)]);
        const said = predicted(latency / 1000, lag / 1000, [...sent, both(0)]);
        expect(distance(end, said)).toBeLessThan(0.001);
        expect(Math.abs(wrapAngle(end.heading - said.heading))).toBeLessThan(
          0.001 + (2e-4 * lag) / 100 / 0.141,
        );
      }),
      { numRuns: drawn(60) },
    );
  });

  it('turns with the body', () => {
    const body = bodyOf(0.04, 0.06);
    const turned = (heading: number) =>
      estimateNow(startEstimate(0, { x: 0, y: 0, heading }, 0.5, body), 0, body).estimate.predicted;
    for (const heading of [0.4, 1.9, -2.7]) {
      expect(turned(heading).x).toBeCloseTo(0.05 * Math.cos(heading), 12);
      expect(turned(heading).y).toBeCloseTo(0.05 * Math.sin(heading), 12);
    }
  });
});
