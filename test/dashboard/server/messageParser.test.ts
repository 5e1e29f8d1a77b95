import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_COORDINATE,
  MAX_NAME_LENGTH,
  MAX_PATH_POINTS,
  movesRobot,
  parseMessage,
} from '../../../src/dashboard/server/messageParser.js';
import type { Operation } from '../../../src/signals/view.js';
import { drawn } from '../../support/effort.js';

const number = (most: number) => fc.double({ min: -most, max: most, noNaN: true }).map((x) => x + 0);
const name = fc
  .string({ minLength: 1, maxLength: MAX_NAME_LENGTH })
  .filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text));
const point = fc.record({ x: number(MAX_COORDINATE), y: number(MAX_COORDINATE) });
const kind = <K extends string>(...kinds: K[]) => fc.constantFrom(...kinds);

/** Anything that may be asked for. */
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: kind('stop', 'arm', 'clear', 'resume', 'step', 'restart', 'save', 'keep') }),
  fc.record(
    { kind: kind('teleop'), robot: name, linear: number(1), angular: number(1) },
    { requiredKeys: ['kind', 'linear', 'angular'] },
  ),
  fc.record({ kind: kind('pointer'), at: point }),
  fc.record({ kind: kind('goTo'), robot: name, at: point }, { requiredKeys: ['kind', 'at'] }),
  fc.record(
    { kind: kind('follow'), robot: name, path: fc.array(point, { minLength: 2, maxLength: 50 }) },
    { requiredKeys: ['kind', 'path'] },
  ),
  fc.record(
    {
      kind: kind('fix'),
      robot: name,
      at: point,
      deviation: fc.double({ min: 0.001, max: 100, noNaN: true }),
      age: fc.double({ min: 0, max: 10, noNaN: true }),
    },
    { requiredKeys: ['kind', 'at', 'deviation', 'age'] },
  ),
  fc.record({ kind: kind('choose'), mission: fc.nat(1000) }),
  fc.record({
    kind: kind('signal'),
    name: fc.constantFrom('go', 'stop it'),
    value: fc.constantFrom(true, 1, 'a'),
  }),
  fc.record({ kind: kind('goToStep'), step: fc.constantFrom('sequence[1].wait', 'a') }),
  fc.record({ kind: kind('write'), mission: fc.constantFrom('arrive: { target: [1, 0] }', 'x') }),
  fc.record({ kind: kind('tune'), id: name, value: number(1e9) }),
  fc.record({ kind: kind('open'), scene: name }),
  fc.record({ kind: kind('pause'), paused: fc.boolean() }),
  fc.record({ kind: kind('speed'), times: fc.double({ min: 0.01, max: 1e4, noNaN: true }) }),
  fc.record(
    { kind: kind('move'), id: name, to: point, heading: number(1e4) },
    { requiredKeys: ['kind', 'id', 'to'] },
  ),
  fc.record({ kind: kind('scrub'), at: number(1e9) }),
  fc.record({ kind: kind('step'), back: fc.boolean() }, { requiredKeys: ['kind'] }),
  fc.record({ kind: kind('zoom'), between: fc.tuple(number(1e9), number(1e9)) }, { requiredKeys: ['kind'] }),
  fc.record({ kind: kind('why'), show: fc.integer({ min: 0, max: 1e4 }) }, { requiredKeys: ['kind'] }),
  fc.record({ kind: kind('changeFrom'), begin: fc.boolean() }),
  fc.record({ kind: kind('forget'), future: fc.integer({ min: 0, max: 1e9 }) }),
) as fc.Arbitrary<Operation>;

const KINDS: Readonly<Record<Operation['kind'], true>> = {
  stop: true,
  arm: true,
  clear: true,
  resume: true,
  step: true,
  restart: true,
  save: true,
  keep: true,
  teleop: true,
  pointer: true,
  fix: true,
  goTo: true,
  follow: true,
  signal: true,
  goToStep: true,
  choose: true,
  write: true,
  tune: true,
  open: true,
  pause: true,
  speed: true,
  move: true,
  scrub: true,
  forget: true,
  zoom: true,
  changeFrom: true,
  why: true,
};

const path = (length: number) => Array.from({ length }, () => ({ x: 0, y: 0 }));
const at = { x: 1, y: 2 };

describe('what a client says', () => {
  it('is an operation where it is one', () => {
    fc.assert(
      fc.property(operation, (said) => {
        expect(parseMessage(JSON.stringify(said))).toEqual(said);
      }),
      { numRuns: drawn(1000) },
    );
  });

  it('is looked at for every kind of operation', () => {
    const drawn = new Set(fc.sample(operation, 1000).map((said) => said.kind));
    expect([...drawn].sort()).toEqual(Object.keys(KINDS).sort());
  });

  it('never throws, whatever it is', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.anything().map((any) => JSON.stringify(any) ?? ''),
    );
    fc.assert(
      fc.property(text, (said) => {
        expect(typeof parseMessage(said).kind).toBe('string');
      }),
      { numRuns: drawn(2000) },
    );
  });

  it('is invalid, or an operation of the known form, if one field of a good one is anything', () => {
    const spoilt = fc
      .tuple(operation, fc.nat(), fc.jsonValue())
      .map(([good, index, bad]) => {
        const keys = Object.keys(good).filter((key) => key !== 'kind');
        return { ...good, [keys[index % Math.max(1, keys.length)] ?? 'more']: bad };
      })
      .filter(({ kind: said }) => said !== 'stop');
    fc.assert(
      fc.property(spoilt, (said) => {
        const heard = parseMessage(JSON.stringify(said));
        if (heard.kind !== 'invalid') expect(heard).toEqual(JSON.parse(JSON.stringify(said)));
      }),
      { numRuns: drawn(2000) },
    );
  });

  it.each([
    ['not even JSON', '{"kind":'],
    ['a bare word', '"arm"'],
    ['nothing', 'null'],
    ['a list', '[{"kind":"arm"}]'],
    ['an unknown kind', '{"kind":"explode"}'],
    ['a kind of every object', '{"kind":"toString"}'],
    ['no kind', '{}'],
    ['a key too many', '{"kind":"arm","now":true}'],
    ['a trap among the keys', '{"kind":"arm","__proto__":{"a":1}}'],
    ['a trap inside', '{"kind":"goTo","at":{"x":1,"y":2,"__proto__":{"a":1}}}'],
    ['a trap that brings the kind', '{"__proto__":{"kind":"arm"}}'],
    ['a trap as a name', '{"kind":"tune","id":"__proto__","value":1}'],
    ['a constructor as a name', '{"kind":"open","scene":"constructor"}'],
    ['an infinite number', '{"kind":"scrub","at":1e999}'],
    ['a number as text', '{"kind":"scrub","at":"1"}'],
    ['no number at all', '{"kind":"teleop","linear":null,"angular":0}'],
    ['more than all of it', '{"kind":"teleop","linear":1.01,"angular":0}'],
    ['a place too far off', JSON.stringify({ kind: 'goTo', at: { ...at, x: 2 * MAX_COORDINATE } })],
    ['a name too long', JSON.stringify({ kind: 'open', scene: 'x'.repeat(MAX_NAME_LENGTH + 1) })],
    ['an empty name', '{"kind":"open","scene":""}'],
    ['a path too long', JSON.stringify({ kind: 'follow', path: path(MAX_PATH_POINTS + 1) })],
    ['a path of one point', JSON.stringify({ kind: 'follow', path: path(1) })],
    ['half a mission', '{"kind":"choose","mission":0.5}'],
    ['time that stands', '{"kind":"speed","times":0}'],
    ['an undefined robot', '{"kind":"goTo","robot":null,"at":{"x":1,"y":2}}'],
  ])('is invalid where it is %s', (_, text) => {
    expect(parseMessage(text)).toEqual({ kind: 'invalid', why: expect.any(String) });
  });

  it('says where it is wrong, and repeats nothing of it', () => {
    const heard = parseMessage(JSON.stringify({ kind: 'goTo', at: { x: 'secret', y: 0 } }));
    expect(heard).toEqual({ kind: 'invalid', why: expect.stringMatching(/^goTo: at\.x /) });
    expect(JSON.stringify(heard)).not.toContain('secret');
  });

  it('may be as long as a path that is drawn by hand', () => {
    expect(parseMessage(JSON.stringify({ kind: 'follow', path: path(MAX_PATH_POINTS) })).kind).toBe('follow');
  });

  it.each([['{"kind":"stop"}'], ['{"kind":"stop","robot":"a"}'], ['{"kind":"stop","__proto__":1}']])(
    'is a stop where it says so: %s',
    (text) => {
      expect(parseMessage(text)).toEqual({ kind: 'stop' });
    },
  );
});

describe('an operation', () => {
  it('moves the robot, or it does not', () => {
    const moving = Object.keys(KINDS).filter((one) => movesRobot({ kind: one } as Operation));
    // A camera goes on telling where the robot is while an operator drives it by hand.
    const still = [
      'stop',
      'step',
      'save',
      'keep',
      'pause',
      'speed',
      'scrub',
      'fix',
      'forget',
      'why',
      'zoom',
      'changeFrom',
    ];
    expect([...moving, ...still].sort()).toEqual(Object.keys(KINDS).sort());
  });
});
