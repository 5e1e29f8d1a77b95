/** What every type of sensor keeps, also one that is added later: what its file says agrees with itself, and with the docs. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inHex } from '../../src/kit/sensorSchemas.js';
import {
  SENSOR_TYPES,
  type SensorDefinition,
  sensorSchema,
  sensorTypeOf,
  typeOf,
} from '../../src/kit/sensors/index.js';
import type { SensorType } from '../../src/kit/sensorType.js';
import type { BoardInput, Measured } from '../../src/signals/boardInput.js';
import type { Reading } from '../../src/signals/signals.js';
import { busInput, chipOf, read, setUp, told } from '../support/busChips.js';
import { sensorsAt } from '../support/sensors.js';

const sensor = sensorsAt([0.05, 0], () => 's');
/** With a pin for each that it may take: analog ones, which also read a level. */
function wired(type: string, invert = false): SensorDefinition {
  const pins = (sensorTypeOf(type)?.pins ?? []).map(({ key }, i) => [key, `A${i}`]);
  return sensor(type, { ...Object.fromEntries(pins), ...(invert && { invert }) });
}
const inputOf = (of: SensorDefinition) => typeOf(of).input?.(of, [of]);

const SENSE = readFileSync('docs/sense.md', 'utf8');

/** Truths that a sensor may measure. */
const TRUTHS: Readonly<Record<Exclude<SensorType['tells'], 'range'>, readonly Measured[]>> = {
  level: [0, 0.25, 1].map((level) => ({ kind: 'level', sensor: 's', level })),
  bearing: [0, null].map((bearing) => ({ kind: 'bearing', sensor: 's', bearing })),
  turnRate: [-3, 0, 0.5].map((turnRate) => ({ kind: 'turnRate', sensor: 's', turnRate })),
  heading: [0, 1, -2].map((heading) => ({ kind: 'heading', sensor: 's', heading })),
};
/** Within its reach, and nothing in sight. */
function rangesOf(type: string): readonly Measured[] {
  const { nearest = 0, farthest = 0 } = sensorTypeOf(type)?.beam?.(sensor(type)) ?? {};
  const within = [0.2, 0.6].map((share) => nearest + share * (farthest - nearest));
  return [...within, null].map((distance) => ({ kind: 'range', sensor: 's', distances: [distance] }));
}
const number = (measured: Measured | null) => {
  switch (measured?.kind) {
    case 'range':
      return measured.distances[0] ?? -1;
    case 'level':
      return measured.level;
    case 'bearing':
      return measured.bearing ?? -1;
    case 'turnRate':
      return measured.turnRate;
    case 'heading':
      return measured.heading;
    default:
      return Number.NaN;
  }
};
const readBy = (input: BoardInput, value: number | boolean): Measured | null =>
  (input.read as (value: number | boolean) => Measured | null)(value);

describe.each(SENSOR_TYPES)('the type of sensor %s', (type) => {
  const known = sensorTypeOf(type);
  if (!known) throw new Error(type);
  const { tells, pins, addresses, schema, timed, curve, onWire } = known;

  it('is written by its name, in small letters', () => {
    expect(type).toMatch(/^[a-z0-9-]+$/);
    expect(schema.shape.type.value).toBe(type);
    expect(sensorSchema.safeParse({ type, nonsense: 1 }).success).toBe(false);
  });

  it('has a beam if it tells distances, and a mount if it tells a level or a bearing', () => {
    expect(known.beam !== undefined).toBe(tells === 'range');
    expect(known.mount !== undefined).toBe(tells === 'level' || tells === 'bearing');
    expect(known.headingNoise !== undefined).toBe(tells === 'heading');
    const { kind } = known.model(sensor(type));
    const kinds = { range: ['range', 'scan', 'touch'], level: ['level'], bearing: ['bearing'] };
    expect({ turnRate: ['turnRate'], heading: ['heading'], ...kinds }[tells]).toContain(kind);
  });

  it('is read at its pins or on the bus, by no board, and never without a pin that it needs', () => {
    expect(pins !== undefined && addresses !== undefined).toBe(false);
    if (addresses) expect(inputOf(sensor(type))).toMatchObject({ kind: 'bus', address: addresses[0] });
    if (!pins && !addresses) expect(known.input).toBeUndefined();
    if (!pins) return;
    const input = inputOf(wired(type));
    expect(input).toBeDefined();
    if (timed) expect(['sonar', 'discharge']).toContain(input?.kind);
    for (const { key } of pins.filter(({ optional }) => !optional)) {
      const { [key as 'id']: _, ...rest } = wired(type);
      expect(inputOf(rest as SensorDefinition), key).toBeUndefined();
    }
    for (const { key } of pins) expect(Object.keys(schema.shape)).toContain(key);
  });

  it('means by its wire, or by its chip, what it measured', () => {
    for (const invert of 'invert' in schema.shape ? [false, true] : [false])
      for (const truth of tells === 'range' ? rangesOf(type) : TRUTHS[tells]) {
        const of = wired(type, invert);
        const input = inputOf(of);
        const reading = { at: 0, ...truth } as Reading;
        const within = curve ? 0.02 : 0.01;
        if (onWire && input) {
          const back = readBy(input, onWire(of, reading));
          const wanted = number(truth);
          expect(Math.abs(number(back) - wanted), JSON.stringify(truth)).toBeLessThan(within + 0.02);
        }
        if (!addresses) continue;
        const chip = chipOf(type);
        setUp(chip, busInput(type));
        // One that begins at zero.
        if (tells === 'heading') chip.measure({ at: 0, kind: 'heading', sensor: 's', heading: 0 });
        chip.measure(reading);
        expect(Math.abs(number(told(chip, busInput(type))) - number(truth))).toBeLessThan(within);
      }
  });

  it('on the bus says who it is, and is awake only after its set-up', () => {
    if (!addresses) return;
    const [input, chip] = [busInput(type), chipOf(type)];
    const found = () => read(chip, input.awake.register, 1)[0] ?? -1;
    const [identity = -1] = read(chip, input.identity.register, 1);
    expect([input.identity.value, ...(input.identity.alike ?? [])]).toContain(identity);
    expect(input.awake.holds(found())).toBe(false);
    setUp(chip, input);
    expect(input.awake.holds(found())).toBe(true);
    for (const step of input.setUp) if ('value' in step) expect(step.value & ~0xff).toBe(0);
  });

  it('has its row in the docs: its pins or addresses, and what may be written', () => {
    const rows = SENSE.split('\n').filter((line) => line.startsWith(`| \`${type}\` |`));
    expect(rows).toHaveLength(1);
    const cells = (rows[0] ?? '').split('|');
    for (const address of addresses ?? []) expect(cells.at(-3)).toContain(inHex(address));
    for (const { key } of pins ?? []) expect(cells.at(-3)).toContain(`\`${key}\``);
    const elsewhere = ['type', 'id', 'at', 'address', ...(pins ?? []).map(({ key }) => key)];
    const named = [...(cells.at(-2) ?? '').matchAll(/`(\w+)`/g)].map(([, key]) => key);
    expect(named.sort()).toEqual(
      Object.keys(schema.shape)
        .filter((key) => !elsewhere.includes(key))
        .sort(),
    );
  });
});
