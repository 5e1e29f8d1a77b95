import { describe, expect, it } from 'vitest';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import { ZERO } from '../../src/math/geometry.js';
import { defineBehavior } from '../../src/steering/behavior.js';
import { arrive } from '../../src/steering/behaviors/arrive.js';
import { followPath } from '../../src/steering/behaviors/followPath.js';
import { seek } from '../../src/steering/behaviors/seek.js';
import { wander } from '../../src/steering/behaviors/wander.js';
import { missionBehavior } from '../../src/steering/mission.js';
import { percept } from '../support/percept.js';
import { near } from './near.js';

const counting = defineBehavior({ start: () => 0, steer: (_, count) => ({ memory: count + 1 }) });
const pushing = ({ push }: { push: number }) =>
  defineBehavior({ start: () => null, steer: (_, memory) => ({ memory, force: { x: push, y: 0 } }) });
const own = { counting: () => counting, pushing };

const build = (mission: unknown) => missionBehavior(missionSchema(own).parse(mission), own);

describe('a mission that is built', () => {
  it('answers as the behavior that it names', () => {
    const corner = [
      [0, 0],
      [1, 0],
      [1, 1],
    ] as const;
    const pairs = [
      [build({ seek: { target: [1, 2] } }), seek({ target: [1, 2] })],
      [build({ arrive: { target: [1, 2], within: '5 mm' } }), arrive({ target: [1, 2], within: 0.005 })],
      [build({ followPath: { path: corner } }), followPath({ path: corner })],
      [build({ wander: { radius: 0.3 } }), wander({ radius: 0.3 })],
    ] as const;
    for (const [built, made] of pairs) {
      const given = { pose: { x: 0.1, y: -0.2, heading: 1 }, velocity: { x: 0.2, y: 0.1 } };
      expect(built.name).toBe(made.name);
      expect(built.start()).toEqual(made.start());
      const answer = made.steer(percept(given), made.start() as never, ZERO);
      expect(built.steer(percept(given), built.start(), ZERO)).toEqual(answer);
    }
  });

  it('weighs the entries of a blend', () => {
    const blended = build({
      blend: [
        { pushing: { push: 3 }, weight: 0.5 },
        { pushing: { push: 1 } },
        { pushing: { push: 9 }, weight: 0 },
      ],
    });
    expect(blended.steer(percept(), blended.start(), ZERO).force).toEqual(near(2.5, 0));
  });

  it('asks the entries of a prioritize in their order', () => {
    const first = build({
      prioritize: [{ counting: {} }, { pushing: { push: 1 } }, { pushing: { push: 2 } }],
    });
    const said = first.steer(percept(), first.start(), ZERO);
    expect(said.force).toEqual({ x: 1, y: 0 });
    expect(said.memory).toEqual([1, null, null]);
    expect(said.contributions).toMatchObject([{ behavior: 'pushing' }]);
  });

  it('has a memory in the shape of its tree', () => {
    const tree = build({ prioritize: [{ blend: [{ counting: {} }, { wander: {} }] }, { counting: {} }] });
    expect(tree.start()).toEqual([[0, { displacement: { x: 0.1, y: 0 }, course: null }], 0]);
  });

  it('calls an own behavior by its name in the mission, unless it has one', () => {
    const named = () => ({ ...counting, name: 'the counter' });
    expect(missionBehavior({ behavior: 'counting', parameters: {} }, own).name).toBe('counting');
    expect(missionBehavior({ behavior: 'mine', parameters: {} }, { mine: named }).name).toBe('the counter');
  });

  it('hands an own behavior its parameters as they stand', () => {
    const seen: unknown[] = [];
    const spy = (parameters: unknown) => {
      seen.push(parameters);
      return counting;
    };
    missionBehavior({ behavior: 'spy', parameters: { a: '70 mm' } }, { spy });
    expect(seen).toEqual([{ a: '70 mm' }]);
  });

  it('does not exist for an unknown name', () => {
    for (const behavior of ['unheardOf', 'toString']) {
      expect(() => missionBehavior({ behavior, parameters: {} })).toThrow(RangeError);
      expect(() => missionBehavior({ behavior, parameters: {} })).toThrow(`unknown behavior '${behavior}'`);
    }
  });
});
