/**
 * Watches an emulated board: its motors are off 250 ms after the last valid command, and stay off until it is armed.
 *
 * It reads the bytes that reach the board and the duties at its pins, and decodes frames by a codec of the tests.
 */
import type { AvrBoard } from '../../sim/avr/board.js';
import type { MotorDuties } from '../../sim/avr/motorDuty.js';
import type { Seconds } from '../../src/math/units.js';
import type { RobotDefinition } from '../../src/robot/robot.js';
import { ARM, DRIVE, frameBytes, STOP } from '../support/emulated.js';

const START_SYSEX = 0xf0;
const END_SYSEX = 0xf7;
/** No frame is longer. */
const MAX_BYTES = 64;
/** The motors are off this long after the dead-man time. */
const OFF_SPARE: Seconds = 0.05;
/** A servo keeps its last pulse this long. */
const SERVO_SPARE: Seconds = 0.07;
/** The board reads a frame within this time. */
const READING_TIME: Seconds = 0.02;

export class BoardWatch {
  readonly #board: AvrBoard;
  readonly #motors: Pick<MotorDuties, 'now'>;
  readonly #deadMan: Seconds;
  readonly #offSpare: Seconds;
  #message: number[] = [];
  /** The board hears a message since its start; one within another is part of that, and lost with it. */
  #inside = false;
  #startsWithin = false;
  /** Time of the last valid command that the dead-man counts. */
  #fedAt: Seconds = Number.NEGATIVE_INFINITY;
  /** Since when the motors must be off, until a host arms the board; null while they may turn. */
  #offSince: Seconds | null = Number.NEGATIVE_INFINITY;

  constructor(board: AvrBoard, motors: Pick<MotorDuties, 'now'>, robot: RobotDefinition) {
    this.#board = board;
    this.#motors = motors;
    this.#deadMan = robot.control.deadMan;
    this.#offSpare = robot.motors.left?.servo === undefined ? OFF_SPARE : OFF_SPARE + SERVO_SPARE;
    const receive = board.receive.bind(board);
    board.receive = (byte) => {
      this.#hear(byte);
      receive(byte);
    };
    board.resets$.subscribe(() => this.#mustBeOff());
  }

  /** What is violated now. */
  step(): string | undefined {
    const { now } = this.#board;
    const silent = now - this.#fedAt;
    if (silent > this.#deadMan + READING_TIME) this.#mustBeOff();
    const { left, right } = this.#motors.now();
    if (left === 0 && right === 0) return undefined;
    const duties = `duties ${left.toFixed(2)} and ${right.toFixed(2)}`;
    const most = this.#deadMan + this.#offSpare;
    if (silent > most)
      return `${duties} at the pins, ${(1000 * silent).toFixed(0)} ms after the last command`;
    const since = this.#offSince;
    if (since === null || now - since < this.#offSpare) return undefined;
    return `${duties} at the pins, though no host has armed the board for ${(now - since).toFixed(2)} s`;
  }

  #mustBeOff(): void {
    this.#offSince ??= this.#board.now;
  }

  #hear(byte: number): void {
    if (byte === START_SYSEX) {
      this.#message = [];
      this.#startsWithin = this.#inside;
      this.#inside = true;
    }
    if (this.#message.length < MAX_BYTES) this.#message.push(byte);
    if (byte !== END_SYSEX) return;
    this.#take(this.#message);
    this.#inside = false;
  }

  #take(message: readonly number[]): void {
    const [, kind = 0, sequence = 0] = message.slice(1);
    const type = kind & 0x0f;
    const valid = frameBytes(type, sequence, message.slice(4, -4));
    if (message.length !== valid.length || valid.some((byte, i) => byte !== message[i])) return;
    if (type === STOP && !this.#startsWithin) this.#mustBeOff();
    if (type !== ARM && type !== DRIVE) return;
    if (this.#board.now - this.#fedAt > this.#deadMan + READING_TIME) this.#mustBeOff();
    this.#fedAt = this.#board.now;
    if (type === ARM) this.#offSince = null;
  }
}
