/** An IO plugin of johnny-five, as small as one can be: it remembers what its pins were told. */
import { EventEmitter } from 'node:events';

const MODES = { INPUT: 0, OUTPUT: 1, ANALOG: 2, PWM: 3, SERVO: 4 };

export class PluginIo extends EventEmitter {
  readonly name = 'plugin';
  readonly MODES = MODES;
  readonly HIGH = 1;
  readonly LOW = 0;
  isReady = false;
  readonly pins = Array.from({ length: 20 }, (_, pin) => ({
    supportedModes: Object.values(MODES),
    mode: 1,
    value: 0,
    report: 1,
    analogChannel: pin < 14 ? 127 : pin - 14,
  }));
  readonly analogPins = [14, 15, 16, 17, 18, 19];
  /** By pin: PWM 0 … 255, levels, and servo positions. */
  readonly power = new Map<number, number>();
  readonly levels = new Map<number, number>();
  readonly servos = new Map<number, number>();
  readonly #analog = new Map<number | string, (value: number) => void>();
  readonly #digital = new Map<number | string, (value: number) => void>();

  constructor() {
    super();
    process.nextTick(() => {
      this.isReady = true;
      this.emit('connect');
      this.emit('ready');
    });
  }

  pinMode(): void {}
  servoConfig(): void {}
  setSamplingInterval(): void {}

  analogWrite(pin: number, value: number): void {
    this.power.set(pin, value);
  }

  pwmWrite(pin: number, value: number): void {
    this.power.set(pin, value);
  }

  digitalWrite(pin: number, value: number): void {
    this.levels.set(pin, value);
  }

  servoWrite(pin: number, value: number): void {
    this.servos.set(pin, value);
  }

  analogRead(pin: number | string, heard: (value: number) => void): void {
    this.#analog.set(pin, heard);
  }

  digitalRead(pin: number | string, heard: (value: number) => void): void {
    this.#digital.set(pin, heard);
  }

  /** What a pin reads now. */
  say(pin: number | string, value: number): void {
    this.#analog.get(pin)?.(value);
    this.#digital.get(pin)?.(value);
  }
}
