import { describe, expect, it } from 'vitest';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import { defineBehavior } from '../../src/steering/behavior.js';
import { goalsOf, type MissionSpec, type OwnBehaviors } from '../../src/steering/mission.js';

const still = defineBehavior({ start: () => 0, steer: (_, memory) => ({ memory }) });
const own: OwnBehaviors = {
  orbit: () => still,
  picky: ({ radius }: { radius: number }) => {
    if (radius > 1) throw new Error('radius is at most 1');
    if (radius < 0) throw 'radius is negative';
    return still;
  },
};

const read = (value: unknown): MissionSpec => missionSchema(own).parse(value);

/** `place: message` of every fault. */
const faultsOf = (value: unknown): string[] =>
  missionSchema(own)
    .safeParse(value)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const toPoint = { seek: { target: [1, 0] } };

describe('a mission', () => {
  it('is a behavior with its parameters, in SI and with their defaults', () => {
    expect(read({ seek: { target: ['100 mm', '-0.2 m'] } })).toEqual({
      behavior: 'seek',
      parameters: { target: [0.1, -0.2], within: 0.01 },
    });
  });

  it('is a behavior without parameters', () => {
    const defaults = { behavior: 'wander', parameters: { radius: 0.1, distance: 0.2, jitter: 0.1 } };
    expect(read({ wander: {} })).toEqual(defaults);
    expect(read({ wander: null })).toEqual(defaults);
  });

  it('knows every behavior there is', () => {
    const path = [[0, 0], [1, 0]]; // biome-ignore format: one line
    const all = [toPoint, { flee: { target: [0, 0] } }, { arrive: { target: { mover: 'ball' } } }];
    for (const mission of [...all, { followPath: { path } }, { wander: {} }, { orbit: {} }]) {
      expect(faultsOf(mission)).toEqual([]);
    }
  });

  it('nests combinators, and only the entries of a blend carry weights', () => {
    const blended = {
      blend: [{ ...toPoint, weight: 0.5 }, { wander: {} }, { orbit: { r: 'x' }, weight: 0 }],
    };
    const spec = read({ prioritize: [blended, toPoint] });
    expect(spec).toMatchObject({
      behavior: 'prioritize',
      children: [
        {
          mission: {
            behavior: 'blend',
            children: [
              { weight: 0.5, mission: { behavior: 'seek' } },
              { weight: 1, mission: { behavior: 'wander' } },
              { weight: 0, mission: { behavior: 'orbit', parameters: { r: 'x' } } },
            ],
          },
        },
        { mission: { behavior: 'seek' } },
      ],
    });
    expect(spec).not.toHaveProperty('children.0.weight');
    expect(read({ dither: [{ ...toPoint, chance: 0.4 }, toPoint] })).toMatchObject({
      behavior: 'dither',
      children: [{ chance: 0.4 }, { chance: 1 }],
    });
  });

  it('stays the same mission when it is kept as JSON', () => {
    const spec = read({ blend: [{ ...toPoint, weight: 2 }, { wander: {} }] });
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
  });
});

describe('a mission is refused', () => {
  it.each([[null], [[toPoint]], [7], [undefined]])('when it is %j', (value) => {
    expect(faultsOf(value)).toEqual([
      ': a mission is one behavior and its parameters, such as seek: { target: [1, 0] }',
    ]);
  });

  it('when it is the name of a behavior that needs parameters, or of none', () => {
    expect(faultsOf('seek')[0]).toMatch(/^seek/);
    expect(faultsOf('sek')[0]).toContain("did you mean 'seek'?");
    expect(read('wander')).toEqual(read({ wander: {} }));
  });

  it('with two behaviors, or none, in one place', () => {
    expect(faultsOf({ ...toPoint, wander: {} })).toEqual([
      ': 2 behaviors in one place; join them with sequence, prioritize or blend',
    ]);
    expect(faultsOf({})[0]).toContain('0 behaviors in one place');
  });

  it('with an unknown behavior, and says which was meant and which there are', () => {
    const [fault, ...others] = faultsOf({ sek: { target: [1, 0] } });
    expect(others).toEqual([]);
    expect(fault).toMatch(
      /^sek: unknown behavior 'sek'; known are align, .*picky, .*seek, .*prioritize, blend, budget, dither, .* or call; did you mean 'seek'/,
    );
    expect(fault).toContain("did you mean 'seek'?");
    expect(faultsOf({ orbt: {} })[0]).toContain("did you mean 'orbit'?");
  });

  it.each(['toString', 'constructor', 'hasOwnProperty'])('with %s, which every object has', (name) => {
    expect(faultsOf({ [name]: {} })[0]).toContain(`unknown behavior '${name}'`);
  });

  it('with a combinator that has no list', () => {
    expect(faultsOf({ prioritize: [] })).toEqual([
      'prioritize: prioritize takes a list of behaviors, at least one',
    ]);
    const astray = {
      budget: [
        { ...toPoint, weight: 2 },
        { wander: {}, chance: 0.5 },
      ],
    };
    expect(faultsOf(astray)).toEqual([
      "budget.0.weight: 'weight' belongs to an entry of a blend; remove it",
      "budget.1.chance: 'chance' belongs to an entry of a dither; remove it",
    ]);
    expect(faultsOf({ blend: toPoint })).toEqual(['blend: blend takes a list of behaviors, at least one']);
  });

  it.each([-1, Number.NaN, Infinity, '1', null])('with the weight %j', (weight) => {
    expect(faultsOf({ blend: [toPoint, { ...toPoint, weight }] })).toEqual([
      'blend.1.weight: a weight is a number of 0 or more',
    ]);
  });

  it('with a weight in a prioritize, where it would mean nothing', () => {
    expect(faultsOf({ prioritize: [{ ...toPoint, weight: 1 }] })).toEqual([
      "prioritize.0.weight: 'weight' belongs to an entry of a blend; remove it",
    ]);
  });

  it('with a parameter that is missing, unknown or of another dimension', () => {
    expect(faultsOf({ seek: {} })[0]).toMatch(/^seek\.target: missing; a target is/);
    expect(faultsOf({ seek: { target: [1, 0], withn: 1 } })[0]).toContain("did you mean 'within'?");
    expect(faultsOf({ seek: { target: [1, 0], within: '1 s' } })[0]).toMatch(
      /^seek\.within: '1 s' is a time/,
    );
    expect(faultsOf({ seek: { target: [1, '2 kg'] } })[0]).toMatch(/^seek\.target\.1: '2 kg' is a mass/);
  });

  it('with a path that goes nowhere', () => {
    const path = [
      [1, 1],
      [1, 1],
    ];
    expect(faultsOf({ followPath: { path } })).toEqual([
      'followPath: a path needs at least two different points',
    ]);
  });

  it('with every fault at once, each with its place', () => {
    const inner = { blend: [{ sek: {} }, { seek: { target: 1 }, weight: -1 }] };
    const places = faultsOf({ prioritize: [{ wander: { radius: 0 } }, inner] }).map(
      (fault) => fault.split(':')[0],
    );
    expect(places).toEqual([
      'prioritize.0.wander.radius',
      'prioritize.1.blend.0.sek',
      'prioritize.1.blend.1.weight',
      'prioritize.1.blend.1.seek.target',
    ]);
  });

  it('when an own behavior refuses its parameters, whatever it throws', () => {
    const wrap = (radius: number) => ({ prioritize: [{ picky: { radius } }] });
    expect(faultsOf(wrap(1))).toEqual([]);
    expect(faultsOf(wrap(2))).toEqual(['prioritize.0.picky: radius is at most 1']);
    expect(faultsOf(wrap(-1))).toEqual(['prioritize.0.picky: radius is negative']);
  });
});

describe('the goals of a mission', () => {
  it('are those of its seek, arrive and followPath leaves, in their order', () => {
    const path = [
      [0, 0],
      [1, '200 mm'],
    ];
    const spec = read({
      prioritize: [
        { flee: { target: [0, 0] } },
        {
          blend: [{ arrive: { target: { mover: 'ball' }, within: '20 mm' } }, { wander: {} }, { orbit: {} }],
        },
        { followPath: { path } },
        toPoint,
      ],
    });
    expect(goalsOf(spec)).toEqual([
      { kind: 'arrive', target: { mover: 'ball' }, within: 0.02 },
      {
        kind: 'followPath',
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 0.2 },
        ],
        within: 0.03,
      },
      { kind: 'seek', target: [1, 0], within: 0.01 },
    ]);
  });

  it('are places that only the world knows, for those who go by sensors', () => {
    const goals = [{ followLine: {} }, { seekLight: {} }, { seekBeacon: { within: 0.3 } }].flatMap((leaf) =>
      goalsOf(read(leaf)),
    );
    expect(goals).toEqual([
      { kind: 'followLine', within: 0.15 },
      { kind: 'seekLight', within: 0.5 },
      { kind: 'seekBeacon', within: 0.4 },
    ]);
  });

  it('leave out a path that is driven for ever', () => {
    const path = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    expect(goalsOf(read({ followPath: { path, loop: true } }))).toEqual([]);
  });
});
