import { describe, expect, it } from 'vitest';
import { missionSchema } from '../../../src/config/mission/missionSchema.js';
import { buildMission } from '../../../src/index.js';
import type { Behavior } from '../../../src/steering/behavior.js';
import type { OwnBehaviors } from '../../../src/steering/mission.js';

const given: unknown[] = [];
const make = (parameters: unknown): Behavior => {
  given.push(parameters);
  return { start: () => null, steer: (_, memory) => ({ memory }) };
};
const own: OwnBehaviors = {
  rest: Object.assign((parameters: never) => make(parameters), {
    parameters: { pause: 's', at: 'point?', loud: 'yes or no?', said: 'text?' },
  }),
  plain: (parameters: never) => make(parameters),
};

const faultsOf = (written: unknown) =>
  missionSchema(own)
    .safeParse(written)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('an own behavior that declares its parameters', () => {
  it('gets them in SI', () => {
    buildMission('rest: { pause: 500 ms, at: [10 cm, 2], loud: true }', own);
    expect(given.at(-1)).toEqual({ pause: 0.5, at: [0.1, 2], loud: true });
  });

  it('has them checked at their places', () => {
    expect(faultsOf({ rest: { pause: '2 m' } })[0]).toMatch(/^rest.pause: .*a time/);
    expect(faultsOf({ rest: {} })[0]).toMatch(/^rest.pause: /);
    expect(faultsOf({ rest: { pause: 1, pose: 3 } })[0]).toMatch(/^rest: .*pose/s);
    expect(faultsOf({ rest: { pause: 1, loud: 'no' } })[0]).toMatch(/^rest.loud: /);
  });

  it('may declare only what there is', () => {
    const wrong = {
      rest: Object.assign((parameters: never) => make(parameters), { parameters: { pause: 'seconds' } }),
    };
    expect(() => missionSchema(wrong).safeParse({ rest: { pause: 1 } })).toThrow(/pause as 'seconds'/);
  });

  it('checks them itself where it declares none', () => {
    buildMission({ plain: { pause: '2 s' } }, own);
    expect(given.at(-1)).toEqual({ pause: '2 s' });
  });
});

describe('buildMission', () => {
  it('says what is wrong at its line, or by its path', () => {
    expect(() => buildMission('sequence:\n  - wait: 2 kg')).toThrow(/mission:2:.*a time/);
    expect(() => buildMission({ sequence: [{ wait: '2 kg' }] })).toThrow(/mission.sequence\[0\].wait/);
  });
});
