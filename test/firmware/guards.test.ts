import { beforeEach, describe, expect, it } from 'vitest';
import { QuadratureEncoder } from '../../sim/avr/wiredSensors.js';
import {
  ARM,
  ASK,
  bootedBoard,
  DRIVE,
  frameBytes,
  MOTORS,
  type RawHost,
  REPORT,
  SCOUT_MOTORS,
  STOP,
  short,
} from '../support/emulated.js';

const LOCKED = 0;
const ARMED = 1;
const TRIPPED = 2;
const FRAME_TIME = (12 * 10 * 34 * 8) / 16e6;

let host: RawHost;
beforeEach(() => {
  host = bootedBoard();
});

const duties = (...pins: number[]) => pins.map((pin) => host.board.outputs.dutyOf(pin));
const stateAsked = () => {
  host.send(ASK);
  host.run(0.02);
  return host.status;
};

/** Drives on at 50 Hz, and once more at the end. */
function driveFor(time: number, left: number, right: number): void {
  for (let at = 0; at < time; at += 0.02) {
    host.drive(left, right);
    host.run(0.02);
  }
}

describe('the board itself', () => {
  it('drives nothing before it is armed, whatever comes', () => {
    host.send(MOTORS, [...SCOUT_MOTORS, ...short(1000), 100]);
    driveFor(0.2, 1000, 1000);
    expect(duties(9, 10)).toEqual([0, 0]);
    expect(stateAsked().state).toBe(LOCKED);
  });

  it('is armed only with the number of its boot, and only once its motors are named', () => {
    const { nonce } = stateAsked();
    host.send(ARM, [...short(nonce), ...short(200)]);
    host.run(0.02);
    expect(host.status).toMatchObject({ error: 2, state: LOCKED });
    host.send(MOTORS, [...SCOUT_MOTORS, ...short(1000), 100]);
    host.send(ARM, [...short((nonce + 1) & 0x3fff), ...short(200)]);
    host.run(0.03);
    expect(host.status).toMatchObject({ error: 4, state: LOCKED });
  });

  it.each([
    [10, 50],
    [50, 50],
    [200, 200],
    [500, 500],
    [5000, 500],
  ])('takes a dead-man time of %d ms for %d', (asked, given) => {
    host.arm({ deadManMs: asked });
    expect(host.status.deadManMs).toBe(given);
    host.drive(500, 500);
    host.run(FRAME_TIME + given / 1000 - 0.004);
    expect(duties(9, 10).every((duty) => duty > 0)).toBe(true);
    host.run(0.006);
    expect(duties(9, 10)).toEqual([0, 0]);
    expect(stateAsked().state).toBe(TRIPPED);
  });

  it('is not fed by being armed again and again', () => {
    host.arm();
    host.drive(500, 500);
    for (let i = 0; i < 20; i++) {
      host.send(ARM, [...short(host.status.nonce), ...short(500)]);
      host.run(0.0125);
    }
    expect(duties(9, 10)).toEqual([0, 0]);
  });

  it('obeys no frame twice, and none that is old', () => {
    host.arm();
    driveFor(0.1, 200, 200);
    const last = host.send(DRIVE, [...short(200), ...short(200)]);
    host.run(0.02);
    const before = duties(9, 10);
    for (const sequence of [last, last - 1, last - 30, last + 64]) {
      host.sendBytes(frameBytes(DRIVE, sequence, [...short(900), ...short(900)]));
      host.run(0.005);
      expect(duties(9, 10)).toEqual(before);
    }
  });

  it('changes by the slew, and never gives more than the greatest duty', () => {
    host.arm({ mostPermille: 600, slew: 2 });
    host.run(0.05);
    host.drive(1000, 1000);
    host.run(FRAME_TIME + 0.001);
    // At most 20 ms of slew are saved up.
    expect(Math.max(...duties(9, 10))).toBeLessThanOrEqual((20 * 2 + 4) / 1000 + 1 / 255);
    driveFor(0.1, 1000, 1000);
    expect(Math.max(...duties(9, 10))).toBeLessThanOrEqual((120 * 2 + 40) / 1000);
    driveFor(0.5, 1000, 1000);
    expect(duties(9, 10).every((duty) => Math.abs(duty - 0.6) < 0.005)).toBe(true);
  });

  it('keeps its wiring while it is armed', () => {
    host.arm();
    host.send(MOTORS, [...SCOUT_MOTORS, ...short(1000), 100]);
    host.run(0.02);
    expect(host.status).toMatchObject({ about: MOTORS, error: 3, state: ARMED });
  });

  it.each<[string, (robot: RawHost) => void]>([
    ['STOP', (robot) => robot.send(STOP)],
    ['a SYSTEM_RESET', (robot) => robot.sendBytes([0xff])],
  ])('is off at once on %s, and locked', (_, stop) => {
    host.arm();
    driveFor(0.1, 500, 500);
    stop(host);
    host.run(0.005);
    expect(duties(9, 10)).toEqual([0, 0]);
    driveFor(0.1, 500, 500);
    expect(duties(9, 10)).toEqual([0, 0]);
    expect(stateAsked().state).toBe(LOCKED);
  });
});

describe('a pin that belongs to a motor', () => {
  /** Pin modes, analog and digital writes, by port and by pin, servo, extended analog, I²C. */
  const MESSAGES: readonly (readonly number[])[] = [
    [0xf4, 9, 1],
    [0xf4, 9, 0],
    [0xf4, 9, 3],
    [0xf4, 9, 4],
    [0xf4, 7, 0],
    [0xe9, 0x7f, 1],
    [0x91, 0x7f, 1],
    [0x90, 0, 1],
    [0xf5, 9, 1],
    [0xf5, 7, 0],
    [0xf0, 0x70, 9, 0, 8, 0, 16, 0xf7],
    [0xf0, 0x6f, 9, 0x7f, 1, 0xf7],
    [0xf0, 0x78, 0, 0, 0xf7],
  ];

  it.each<[string, () => void]>([
    ['is locked', () => host.send(MOTORS, [...SCOUT_MOTORS, ...short(1000), 100])],
    ['drives', () => host.arm()],
    [
      'has tripped',
      () => {
        host.arm();
        host.run(0.3);
      },
    ],
    [
      'was configured, and has heard a SYSTEM_RESET',
      () => {
        host.arm();
        driveFor(0.1, 500, 500);
        host.sendBytes([0xff]);
      },
    ],
  ])('obeys no Firmata message while the board %s', (state, reach) => {
    reach();
    const keepOn = () => state === 'drives' && driveFor(0.06, 300, 300);
    keepOn();
    host.run(0.005);
    for (const message of MESSAGES) {
      const before = duties(7, 8, 9, 10);
      host.sendBytes(message);
      host.run(0.01);
      expect(duties(7, 8, 9, 10)).toEqual(before);
      keepOn();
    }
  });
});

describe('a SYSTEM_RESET, which any noise may be', () => {
  it('leaves the board unarmed until MOTORS comes again, and then the pins may be others', () => {
    host.arm();
    host.sendBytes([0xff]);
    host.send(ARM, [...short(stateAsked().nonce), ...short(200)]);
    host.run(0.02);
    expect(host.status).toMatchObject({ error: 2, state: LOCKED });
    host.arm({ motors: [1, 5, 7, 127, 1, 6, 8, 127] });
    driveFor(0.1, 500, 500);
    expect(duties(5, 6).every((duty) => duty > 0.4)).toBe(true);
    // Pins that no motor has any more are Firmata's.
    host.sendBytes([0xf4, 9, 3, 0xe9, 0x7f, 1]);
    host.run(0.01);
    expect(duties(9)[0]).toBeGreaterThan(0.9);
  });

  it('and MOTORS without a motor give all pins to Firmata', () => {
    host.arm();
    host.sendBytes([0xff]);
    host.send(MOTORS, [0, 127, 127, 127, 0, 127, 127, 127, ...short(1000), 20]);
    host.sendBytes([0xf4, 9, 3, 0xe9, 0x7f, 1]);
    host.run(0.03);
    expect(duties(9)[0]).toBeGreaterThan(0.9);
  });
});

describe('every kind of motor is off after the dead-man time', () => {
  const NONE = 127;
  it.each<[string, readonly number[], readonly number[]]>([
    ['on the timer that the dead-man counts by', [1, 5, 7, NONE, 1, 6, 8, NONE], [5, 6]],
    ['with two directions', [2, 3, 7, 8, 2, 11, 12, 13], [3, 11, 7, 8, 12, 13]],
    ['with a PWM each way', [3, 5, 6, NONE, 3, 9, 10, NONE], [5, 6, 9, 10]],
  ])('%s', (_, motors, pins) => {
    host.arm({ motors: [...motors] });
    for (let i = 0; i < 10; i++) {
      host.drive(400 + 40 * i, 40 * i - 400);
      host.run(0.02);
    }
    expect(duties(...pins).some((duty) => duty > 0)).toBe(true);
    host.run(0.2 - 0.02 + FRAME_TIME + 0.002);
    const low = pins.filter((pin) => host.board.outputs.dutyOf(pin) > 0);
    expect(low).toEqual([]);
    expect(stateAsked().state).toBe(TRIPPED);
  });

  it('as a servo, which gets no pulse any more, and a PWM that no motor has', () => {
    host.arm({ motors: [4, 12, NONE, NONE, 4, 13, NONE, NONE] });
    host.sendBytes([0xf4, 6, 3, 0xe6, 100, 0]);
    driveFor(0.1, 500, -500);
    expect(duties(6)[0]).toBeGreaterThan(0);
    host.run(0.25);
    let pulses = 0;
    host.board.outputs.changes$.subscribe(() => {
      pulses += 1;
    });
    host.run(0.2);
    expect({ pulses, duties: duties(6, 12, 13) }).toEqual({ pulses: 0, duties: [0, 0, 0] });
  });

  it.each([40e3, 80e3, 150e3, 200e3, 300e3])('while both encoders chatter at %d edges/s', (rate) => {
    host.send(REPORT, [2, 4, 3, 5, ...short(20)]);
    host.run(0.02);
    host.arm();
    host.drive(600, 600);
    host.run(FRAME_TIME + 0.001);
    expect(duties(9, 10).every((duty) => duty > 0)).toBe(true);
    const from = host.board.now;
    for (const [i, pins] of [
      { a: 2, b: 4 },
      { a: 3, b: 5 },
    ].entries()) {
      new QuadratureEncoder(host.board, pins).turn(
        0.3 * rate * (i === 0 ? 1 : -1) + 0.5 * i,
        from,
        from + 0.3,
      );
    }
    host.run(0.203);
    expect(duties(9, 10)).toEqual([0, 0]);
  });
});
