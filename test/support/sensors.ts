/** Sensors of robots that are made up in a test. */
import type { SensorDefinition } from '../../src/kit/sensors/index.js';

export type SensorType = SensorDefinition['type'];

/** The definition of a sensor of this type. */
export type SensorOf<T extends SensorType, S = SensorDefinition> = S extends { readonly type: infer U }
  ? T extends U
    ? S
    : never
  : never;

/** A sensor of a type that is known only when the test runs may be given anything. */
interface Sensors {
  <T extends SensorType>(type: T, more?: Partial<SensorOf<T>>): SensorOf<T>;
  (type: string, more?: object): SensorDefinition;
}

/** Makes sensors at a place on the body that face ahead, each called by its type. */
export const sensorsAt = (at: SensorDefinition['at'], idOf = (type: string) => type): Sensors =>
  ((type: string, more: object = {}) => ({ id: idOf(type), type, at, facing: 0, ...more })) as Sensors;
