import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Demand,
  demandOf,
  mustSay,
  RELEASED,
  STILL,
  type Teleop,
  type TeleopEvent,
  teleop,
} from '../../../../src/dashboard/page/drive/teleop.js';

const ON: Teleop = { ...RELEASED, on: true };
const FORWARD: Demand = { linear: 1, angular: 0 };

const after = (...events: TeleopEvent[]): Teleop => events.reduce(teleop, ON);
const asked = (...events: TeleopEvent[]): Demand => demandOf(after(...events));
const press = (direction: 'forward' | 'back' | 'left' | 'right'): TeleopEvent => ({
  kind: 'press',
  direction,
});
const release = (direction: 'forward' | 'back'): TeleopEvent => ({ kind: 'release', direction });

describe('keys', () => {
  it('drive while they are held', () => {
    expect(asked(press('forward'))).toEqual(FORWARD);
    expect(asked(press('forward'), release('forward'))).toEqual(STILL);
  });

  it('add up, left positive; opposite ones cancel', () => {
    expect(asked(press('forward'), press('left'))).toEqual({ linear: 1, angular: 1 });
    expect(asked(press('back'), press('right'))).toEqual({ linear: -1, angular: -1 });
    expect(asked(press('forward'), press('back'))).toEqual(STILL);
  });

  it('count once, however often they are pressed', () => {
    expect(asked(press('forward'), press('forward'), release('forward'))).toEqual(STILL);
  });
});

describe('the stick', () => {
  it('drives from grab to drop', () => {
    const pulled: Demand = { linear: 0.5, angular: -0.2 };
    expect(asked({ kind: 'grab', to: STILL }, { kind: 'slide', to: pulled })).toEqual(pulled);
    expect(asked({ kind: 'grab', to: pulled }, { kind: 'drop' })).toEqual(STILL);
  });

  it('does not drive where nobody grabbed it', () => {
    expect(asked({ kind: 'slide', to: FORWARD })).toEqual(STILL);
  });

  it('goes before keys: at rest under a thumb it stands', () => {
    expect(asked(press('forward'), { kind: 'grab', to: STILL })).toEqual(STILL);
  });

  it('asks for no more than all, and for nothing where it is no number', () => {
    expect(asked({ kind: 'grab', to: { linear: 7, angular: -7 } })).toEqual({ linear: 1, angular: -1 });
    expect(asked({ kind: 'grab', to: { linear: Number.NaN, angular: 1 } })).toEqual(STILL);
  });
});

describe('a pad', () => {
  it('counts once it was seen in its middle', () => {
    expect(asked({ kind: 'pad', to: FORWARD })).toEqual(STILL);
    expect(asked({ kind: 'pad', to: STILL }, { kind: 'pad', to: FORWARD })).toEqual(FORWARD);
  });

  it('that is held while the hand lets go counts only after its middle again', () => {
    const held: TeleopEvent[] = [{ kind: 'pad', to: STILL }, { kind: 'pad', to: FORWARD }, { kind: 'letGo' }];
    expect(asked(...held, { kind: 'pad', to: FORWARD })).toEqual(STILL);
    expect(asked(...held, { kind: 'pad', to: STILL }, { kind: 'pad', to: FORWARD })).toEqual(FORWARD);
  });

  it('at rest changes nothing', () => {
    const rested = after({ kind: 'pad', to: STILL });
    expect(teleop(rested, { kind: 'pad', to: STILL })).toBe(rested);
  });
});

const direction = fc.constantFrom('forward' as const, 'back' as const, 'left' as const, 'right' as const);
const axis = fc.oneof(fc.double({ min: -2, max: 2 }), fc.constant(Number.NaN));
const deflection = fc.record({ linear: axis, angular: axis });
const event: fc.Arbitrary<TeleopEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('press' as const, 'release' as const), direction }),
  fc.record({ kind: fc.constantFrom('grab' as const, 'slide' as const, 'pad' as const), to: deflection }),
  fc.record({ kind: fc.constantFrom('drop' as const, 'letGo' as const) }),
  fc.record({ kind: fc.constant('switch' as const), on: fc.boolean() }),
);

describe('whatever happened', () => {
  it('no more is asked than all, and always a number', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const { linear, angular } = asked(...events);
        expect(Math.abs(linear)).toBeLessThanOrEqual(1);
        expect(Math.abs(angular)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each<TeleopEvent>([{ kind: 'letGo' }, { kind: 'switch', on: false }, { kind: 'switch', on: true }])(
    '%o lets go of everything',
    (end) => {
      fc.assert(
        fc.property(fc.array(event), (events) => {
          expect(asked(...events, end)).toEqual(STILL);
        }),
      );
    },
  );

  it('nothing drives while it is switched off', () => {
    fc.assert(
      fc.property(fc.array(event.filter(({ kind }) => kind !== 'switch')), (events) => {
        expect(demandOf(events.reduce(teleop, RELEASED))).toEqual(STILL);
      }),
    );
  });
});

describe('what is said', () => {
  it('the beginning and the end at once', () => {
    expect(mustSay(STILL, FORWARD, false)).toBe(true);
    expect(mustSay(FORWARD, STILL, false)).toBe(true);
  });

  it('what is held, at each beat', () => {
    expect(mustSay(FORWARD, FORWARD, true)).toBe(true);
    expect(mustSay(FORWARD, { linear: 0.4, angular: 0 }, false)).toBe(false);
  });

  it('nothing while nothing is held', () => {
    expect(mustSay(STILL, STILL, true)).toBe(false);
  });
});
