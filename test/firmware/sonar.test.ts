/** HC-SR04s on the emulated board: how often, how exactly, and what the board says of one that fails. */
import { describe, expect } from 'vitest';
import { toCycles } from '../../sim/avr/clock.js';
import { EchoModule } from '../../sim/avr/echoModule.js';
import { itOnce as it, itThorough } from '../support/effort.js';
import {
  bootedBoard,
  ODOMETRY,
  type RawHost,
  REPORT,
  SCOUT_MOTORS,
  SONAR,
  STOP,
  short,
} from '../support/emulated.js';
import { turnWheels } from '../support/turnWheels.js';

const [HEARD, FREE, MISSING, STUCK, DISTURBED] = [0, 1, 2, 3, 4];
const ENCODERS = [2, 4, 3, 5];
const SOUND = 343;
/** Twelve bytes at the board's 58 824 baud. */
const FRAME_TIME = (12 * 10 * 34 * 8) / 16e6;
const DISTANCES = [0.03, 0.1, 0.25, 0.5, 1, 1.7, 2.4];

/** Trigger and echo; the last one has one line. */
const PINS = [
  [12, 13],
  [6, 11],
  [14, 15],
  [16, 16],
] as const;

interface Rig {
  readonly host: RawHost;
  readonly modules: readonly EchoModule[];
}

function rigOf(count: number, everyMs: number): Rig {
  const host = bootedBoard();
  host.send(REPORT, [...ENCODERS, ...short(20)]);
  host.run(0.02);
  const modules = PINS.slice(0, count).map(([trigger, echo], index) => {
    const module = new EchoModule(host.board, { trigger, echo });
    host.send(SONAR, [index, trigger, echo, ...short(everyMs)]);
    host.run(0.02);
    expect(host.status).toMatchObject({ about: SONAR, error: 0 });
    return module;
  });
  return { host, modules };
}

/** For so long, with something else before each ping: the errors of all distances, and the pings of each sonar a second. */
function listen({ host, modules }: Rig, time: number) {
  const truth = new Map<number, number>();
  modules.forEach((module, i) => {
    module.distance = DISTANCES[i] ?? 1;
    truth.set(i, module.distance);
  });
  const errors: number[] = [];
  let step = 0;
  let heard = host.echoes.length;
  const until = host.board.now + time;
  const began = heard;
  while (host.board.now < until) {
    host.run(0.002);
    const { echoes } = host;
    for (; heard < echoes.length; heard++) {
      const { index = 0, status, us } = echoes[heard] ?? {};
      if (status !== HEARD || us === undefined) continue;
      errors.push((us * 1e-6 * SOUND) / 2 - (truth.get(index) ?? Number.NaN));
      step += 1;
      const module = modules[index];
      if (!module) continue;
      module.distance = DISTANCES[step % DISTANCES.length] ?? 1;
      truth.set(index, module.distance);
    }
  }
  const pings = modules.map(
    (_, i) => host.echoes.slice(began).filter(({ index }) => index === i).length / time,
  );
  return { most: Math.max(...errors.map(Math.abs)), errors, pings };
}

/**
 * When the dead-man trips after the last command [ms], over 120 phases of the board's tick: an early, the middle and a late
 * one. The very first and last of so few are chance.
 */
function tripsBeside(count: number): readonly number[] {
  const { host } = rigOf(count, 20);
  const wheels = turnWheels(host, 20_000);
  const trips: number[] = [];
  for (let i = 0; i < 120; i++) {
    host.arm({ motors: SCOUT_MOTORS });
    // The command has come with its last byte.
    const from = host.board.now + FRAME_TIME;
    host.drive(800, 800);
    let off = Number.NaN;
    const watching = host.board.outputs.changes$.subscribe(({ pin, duty }) => {
      if (pin === 9 && duty === 0) off = host.board.now;
    });
    host.run(0.25 + 0.00031 * i);
    watching.unsubscribe();
    trips.push(1000 * (off - from));
    host.send(STOP);
    host.run(0.01);
  }
  wheels.end();
  trips.sort((a, b) => a - b);
  return [0.1, 0.5, 0.9].map((share) => trips[Math.round(share * (trips.length - 1))] ?? Number.NaN);
}

/** How long after its main loop hangs the board is reset [ms]; the mean of several phases. */
function resetBeside(count: number): number {
  const times = [0, 0.0047, 0.0093, 0.0141].map((phase) => {
    const { host } = rigOf(count, 20);
    host.run(0.1 + phase);
    let reset = Number.NaN;
    const from = host.board.now;
    host.board.resets$.subscribe(() => {
      reset = host.board.now;
    });
    host.board.hangMainLoop();
    host.run(0.4);
    return 1000 * (reset - from);
  });
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

const odometrySpacing = (host: RawHost, since: number): number[] => {
  const times = host.frames.filter(({ type, at }) => type === ODOMETRY && at > since).map(({ at }) => at);
  return times.slice(1).map((at, i) => 1000 * (at - (times[i] ?? 0)));
};

describe('sonars on the board', () => {
  it.each([
    [1, 50, 0, 20],
    [1, 50, 20_000, 20],
    [4, 20, 0, 12],
    [4, 20, 20_000, 12],
  ])(
    '%d, pinged every %d ms while both wheels give %d edges a second: each at least %d times a second, within 2.5 mm',
    (count, every, edges, rate) => {
      const rig = rigOf(count, every);
      const wheels = turnWheels(rig.host, edges);
      const began = rig.host.board.now;
      const { most, errors, pings } = listen(rig, 2);
      wheels.end();
      rig.host.run(0.03);
      expect(errors.length).toBeGreaterThan(30);
      expect(most).toBeLessThan(0.0025);
      for (const each of pings) expect(each).toBeGreaterThanOrEqual(rate - 0.6);
      const spacing = odometrySpacing(rig.host, began + 0.1);
      expect(Math.min(...spacing)).toBeGreaterThan(18);
      expect(Math.max(...spacing)).toBeLessThan(22.5);
      expect(Math.abs(rig.host.odometry.left)).toBe(wheels.count);
      expect(Math.abs(rig.host.odometry.right)).toBe(wheels.count);
    },
  );

  it('say at every turn which is missing, which is stuck, and which hears nothing; each has 12 turns a second', () => {
    const rig = rigOf(4, 20);
    const [first, missing, stuck, far] = rig.modules;
    if (!first || !missing || !stuck || !far) throw new Error('there are four');
    first.distance = 0.5;
    missing.missing = true;
    stuck.holdHigh();
    const began = rig.host.echoes.length;
    rig.host.run(2);
    const echoes = rig.host.echoes.slice(began + 4);
    const statuses = (i: number) => [
      ...new Set(echoes.filter(({ index }) => index === i).map(({ status }) => status)),
    ];
    expect([0, 1, 2, 3].map(statuses)).toEqual([[HEARD], [MISSING], [STUCK], [FREE]]);
    for (const i of [0, 1, 2, 3])
      expect(echoes.filter(({ index }) => index === i).length / 2).toBeGreaterThan(12 - 0.6);
  });

  it('tell a clone that holds its line for 200 ms from one that is stuck', () => {
    const { host, modules } = rigOf(1, 50);
    const [module] = modules;
    if (!module) throw new Error('there is one');
    module.distance = 34.3;
    host.run(2);
    expect(new Set(host.echoes.slice(1).map(({ status }) => status))).toEqual(new Set([FREE]));
  });

  it('leave the guard against noise alone: after a second of 150 kHz on an encoder line both wheels count again', () => {
    const rig = rigOf(1, 50);
    const { host } = rig;
    let level = false;
    const until = host.board.cycles + toCycles(1);
    const toggle = (at: number) => {
      level = !level;
      host.board.setPin(2, level);
      if (at < until)
        host.board.events.at(at + toCycles(1 / 300_000), () => toggle(at + toCycles(1 / 300_000)));
      else host.board.setPin(2, false);
    };
    toggle(host.board.cycles);
    host.run(1.1);
    // What was heard meanwhile is not passed off for a distance.
    const said = new Set(host.echoes.map(({ status }) => status));
    expect(said.has(DISTURBED)).toBe(true);
    host.run(0.03);
    const before = host.odometry;
    const wheels = turnWheels(host, 5000);
    host.run(0.2);
    wheels.end();
    host.run(0.05);
    expect(Math.abs(host.odometry.left - before.left)).toBeGreaterThanOrEqual(wheels.count - 2);
    expect(Math.abs(host.odometry.right - before.right)).toBeGreaterThanOrEqual(wheels.count - 2);
  });

  itThorough('change nothing of the dead-man: it trips within 0.1 ms of when it does without sonars', () => {
    const [none = [], ...others] = [0, 1, 4].map(tripsBeside);
    // The firmware before there were sonars: 198.8 to 200.0 ms in 200 trips, half of them by 199.3.
    expect(Math.abs((none[1] ?? 0) - 199.306)).toBeLessThan(0.15);
    for (const trips of others) {
      for (const [i, trip] of trips.entries()) expect(Math.abs(trip - (none[i] ?? 0))).toBeLessThan(0.1);
    }
  });

  it('change nothing of the watchdog: a hung main loop is reset within 2 ms of when it is without sonars', () => {
    const [none = 0, ...others] = [0, 1, 4].map(resetBeside);
    expect(none).toBeLessThan(260);
    for (const reset of others) expect(Math.abs(reset - none)).toBeLessThan(2);
  });

  it('pull up an echo line of their own, so that one without a sonar is stuck and not noise; a line for both is left alone', () => {
    const { host } = rigOf(4, 20);
    const [PORTB, PORTC, DDRB] = [0x25, 0x28, 0x24];
    // Pin 13 is bit 5 of port B, A2 bit 2 of port C.
    expect(host.board.register(PORTB) & 0x20).toBe(0x20);
    expect(host.board.register(DDRB) & 0x20).toBe(0);
    expect(host.board.register(PORTC) & 0x04).toBe(0);
  });

  it('end what Firmata did with their pins: no servo pulses between the pings', () => {
    const host = bootedBoard();
    const high: number[] = [];
    let rose = Number.NaN;
    host.board.outputs.changes$.subscribe(({ pin, duty, at }) => {
      if (pin !== 12) return;
      if (duty > 0) rose = at;
      else high.push((at - rose) / toCycles(1e-6));
    });
    // Mode 4 is a servo's; 90°.
    host.sendBytes([0xf4, 12, 4, 0xec, 90, 0]);
    host.run(0.1);
    expect(Math.max(...high)).toBeGreaterThan(1400);
    new EchoModule(host.board, { trigger: 12, echo: 13 });
    host.send(SONAR, [0, 12, 13, ...short(50)]);
    host.run(0.03);
    high.length = 0;
    host.run(0.3);
    expect(high.length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...high)).toBeLessThan(20);
  });

  it.each([
    ['a pin of the motors', [0, 9, 13, ...short(50)], 1],
    ['a pin of another sonar', [1, 6, 13, ...short(50)], 1],
    ['a pin that the board does not have', [1, 6, 60, ...short(50)], 1],
    ['a fifth sonar', [4, 6, 11, ...short(50)], 5],
    ['no interval', [1, 6, 11, ...short(0)], 5],
  ])('refuse %s', (_, payload, error) => {
    const { host } = rigOf(1, 50);
    host.arm();
    host.send(STOP);
    host.run(0.02);
    host.send(SONAR, payload);
    host.run(0.02);
    expect(host.status).toMatchObject({ about: SONAR, error });
  });

  it('are not changed while the board is armed', () => {
    const { host } = rigOf(1, 50);
    host.arm();
    host.send(SONAR, [1, 6, 11, ...short(50)]);
    host.run(0.02);
    expect(host.status).toMatchObject({ about: SONAR, error: 3 });
  });
});
