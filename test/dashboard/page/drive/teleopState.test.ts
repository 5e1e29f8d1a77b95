import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  demandOf,
  demandOfAxes,
  demandOfPads,
  mustSend,
  nextTeleopState,
  type PadState,
  RELEASED_STATE,
  type TeleopDemand,
  type TeleopEvent,
  ZERO_DEMAND,
} from '../../../../src/dashboard/page/drive/teleopState.js';

const ON: PadState = { ...RELEASED_STATE, on: true };
const FORWARD: TeleopDemand = { linear: 1, angular: 0 };

const after = (...events: TeleopEvent[]): PadState => events.reduce(nextTeleopState, ON);
const asked = (...events: TeleopEvent[]): TeleopDemand => demandOf(after(...events));
const press = (direction: 'forward' | 'back' | 'left' | 'right'): TeleopEvent => ({
  kind: 'press',
  direction,
});
const release = (direction: 'forward' | 'back'): TeleopEvent => ({ kind: 'release', direction });

describe('keys', () => {
  it('drive while they are held', () => {
    expect(asked(press('forward'))).toEqual(FORWARD);
    expect(asked(press('forward'), release('forward'))).toEqual(ZERO_DEMAND);
  });

  it('add up, left positive; opposite ones cancel', () => {
    expect(asked(press('forward'), press('left'))).toEqual({ linear: 1, angular: 1 });
    expect(asked(press('back'), press('right'))).toEqual({ linear: -1, angular: -1 });
    expect(asked(press('forward'), press('back'))).toEqual(ZERO_DEMAND);
  });

  it('count once, however often they are pressed', () => {
    expect(asked(press('forward'), press('forward'), release('forward'))).toEqual(ZERO_DEMAND);
  });
});

describe('the stick', () => {
  it('drives from grab to drop', () => {
    const pulled: TeleopDemand = { linear: 0.5, angular: -0.2 };
    expect(asked({ kind: 'grab', to: ZERO_DEMAND }, { kind: 'slide', to: pulled })).toEqual(pulled);
    expect(asked({ kind: 'grab', to: pulled }, { kind: 'drop' })).toEqual(ZERO_DEMAND);
  });

  it('does not drive unless it is grabbed', () => {
    expect(asked({ kind: 'slide', to: FORWARD })).toEqual(ZERO_DEMAND);
  });

  it('goes before keys: at rest under a thumb it stands', () => {
    expect(asked(press('forward'), { kind: 'grab', to: ZERO_DEMAND })).toEqual(ZERO_DEMAND);
  });

  it('asks for no more than all, and for nothing where it is no number', () => {
    expect(asked({ kind: 'grab', to: { linear: 7, angular: -7 } })).toEqual({ linear: 1, angular: -1 });
    expect(asked({ kind: 'grab', to: { linear: Number.NaN, angular: 1 } })).toEqual(ZERO_DEMAND);
  });
});

describe('a pad', () => {
  it('counts once it was seen in its middle', () => {
    expect(asked({ kind: 'pad', to: FORWARD })).toEqual(ZERO_DEMAND);
    expect(asked({ kind: 'pad', to: ZERO_DEMAND }, { kind: 'pad', to: FORWARD })).toEqual(FORWARD);
  });

  it('that is held while the hand lets go counts only after its middle again', () => {
    const held: TeleopEvent[] = [
      { kind: 'pad', to: ZERO_DEMAND },
      { kind: 'pad', to: FORWARD },
      { kind: 'releaseAll' },
    ];
    expect(asked(...held, { kind: 'pad', to: FORWARD })).toEqual(ZERO_DEMAND);
    expect(asked(...held, { kind: 'pad', to: ZERO_DEMAND }, { kind: 'pad', to: FORWARD })).toEqual(FORWARD);
  });

  it('at rest changes nothing', () => {
    const rested = after({ kind: 'pad', to: ZERO_DEMAND });
    expect(nextTeleopState(rested, { kind: 'pad', to: ZERO_DEMAND })).toBe(rested);
  });
});

const direction = fc.constantFrom('forward' as const, 'back' as const, 'left' as const, 'right' as const);
const axis = fc.oneof(fc.double({ min: -2, max: 2 }), fc.constant(Number.NaN));
const deflection = fc.record({ linear: axis, angular: axis });
const event: fc.Arbitrary<TeleopEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('press' as const, 'release' as const), direction }),
  fc.record({ kind: fc.constantFrom('grab' as const, 'slide' as const, 'pad' as const), to: deflection }),
  fc.record({ kind: fc.constantFrom('drop' as const, 'releaseAll' as const) }),
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

  it.each<TeleopEvent>([{ kind: 'releaseAll' }, { kind: 'switch', on: false }, { kind: 'switch', on: true }])(
    '%o lets go of everything',
    (end) => {
      fc.assert(
        fc.property(fc.array(event), (events) => {
          expect(asked(...events, end)).toEqual(ZERO_DEMAND);
        }),
      );
    },
  );

  it('nothing drives while it is switched off', () => {
    fc.assert(
      fc.property(fc.array(event.filter(({ kind }) => kind !== 'switch')), (events) => {
        expect(demandOf(events.reduce(nextTeleopState, RELEASED_STATE))).toEqual(ZERO_DEMAND);
      }),
    );
  });
});

describe('what is said', () => {
  it('the beginning and the end at once', () => {
    expect(mustSend(ZERO_DEMAND, FORWARD, false)).toBe(true);
    expect(mustSend(FORWARD, ZERO_DEMAND, false)).toBe(true);
  });

  it('what is held, at each beat', () => {
    expect(mustSend(FORWARD, FORWARD, true)).toBe(true);
    expect(mustSend(FORWARD, { linear: 0.4, angular: 0 }, false)).toBe(false);
  });

  it('nothing while nothing is held', () => {
    expect(mustSend(ZERO_DEMAND, ZERO_DEMAND, true)).toBe(false);
  });
});

describe('a deflection', () => {
  it('forward is up and left is left', () => {
    expect(demandOfAxes(0, -1)).toEqual({ linear: 1, angular: 0 });
    expect(demandOfAxes(-1, 0)).toEqual({ linear: 0, angular: 1 });
  });

  it('within the dead zone demands nothing, and just outside hardly anything', () => {
    expect(demandOfAxes(0.1, 0.1)).toEqual({ linear: 0, angular: 0 });
    expect(demandOfAxes(0, -0.16).linear).toBeCloseTo(0.01 / 0.85, 10);
  });

  it('keeps its direction and is never longer than one', () => {
    const axis = fc.double({ min: -1.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(axis, axis, (right, down) => {
        const { linear, angular } = demandOfAxes(right, down);
        expect(Math.hypot(linear, angular)).toBeLessThanOrEqual(1 + 1e-12);
        expect(linear * right).toBeCloseTo(angular * down, 12);
        expect(linear * down).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('that is not a number demands nothing', () => {
    expect(demandOfAxes(Number.NaN, 1)).toEqual({ linear: 0, angular: 0 });
  });
});

describe('pads', () => {
  it('the one that is pulled farthest counts', () => {
    expect(demandOfPads([null, { axes: [0, 0.05] }, { axes: [0, -1] }, { axes: [0.5, 0] }])).toEqual({
      linear: 1,
      angular: 0,
    });
  });

  it('none, or one without axes, ask for nothing', () => {
    expect(demandOfPads([])).toEqual({ linear: 0, angular: 0 });
    expect(demandOfPads([null, { axes: [] }])).toEqual({ linear: 0, angular: 0 });
  });
});
