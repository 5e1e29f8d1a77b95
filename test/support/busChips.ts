/** Sensors on the I²C bus: how they are read, and their emulated chips. */
import type { RegisterChip } from '../../src/kit/registerChip.js';
import { type SensorDefinition, sensorTypeOf } from '../../src/kit/sensors/index.js';
import type { BusInput, BusStep, BusWrite } from '../../src/signals/boardInput.js';
import type { Reading } from '../../src/signals/signals.js';
import { sensorsAt } from './sensors.js';

/** How a sensor of this type is read, with these keys of a robot's file. */
export function busInput(type: string, keys: Partial<SensorDefinition> & object = {}): BusInput {
  const sensor = sensorsAt([0, 0])(type, keys);
  const input = sensorTypeOf(type)?.input?.(sensor);
  if (input?.kind !== 'bus') throw new Error(`${type} is not on the bus`);
  return input;
}

export function chipOf(type: string): RegisterChip {
  const chip = sensorTypeOf(type)?.chip?.();
  if (!chip) throw new Error(`${type} has no emulated chip`);
  return chip;
}

export function write(chip: RegisterChip, register: number, ...values: number[]): void {
  chip.begin();
  for (const byte of [register, ...values]) chip.write(byte);
}

export function read(chip: RegisterChip, register: number, bytes: number): number[] {
  write(chip, register);
  chip.begin();
  return Array.from({ length: bytes }, () => chip.read());
}

/** All that a set-up writes, in this order; its questions are answered by the chip. */
export function writesOf(chip: RegisterChip, steps: readonly BusStep[]): BusWrite[] {
  return steps.flatMap((step) => {
    if ('next' in step) return writesOf(chip, step.next(read(chip, step.register, step.bytes)) ?? []);
    write(chip, step.register, step.value);
    return [step];
  });
}

export const setUp = (chip: RegisterChip, input: BusInput): BusWrite[] => writesOf(chip, input.setUp);

/** The writes of a set-up that asks nothing. */
export const written = ({ setUp: steps }: BusInput): BusWrite[] => steps.filter((step) => 'value' in step);

/** What the driver makes of what the chip tells now. */
export const told = (chip: RegisterChip, input: BusInput) =>
  input.read(read(chip, input.data.register, input.data.bytes));

/** What the driver makes of a truth, through a chip that was set up. */
export function toldOf(type: string, ...truths: Reading[]) {
  const [chip, input] = [chipOf(type), busInput(type)];
  setUp(chip, input);
  for (const truth of truths) chip.measure(truth);
  return told(chip, input);
}
