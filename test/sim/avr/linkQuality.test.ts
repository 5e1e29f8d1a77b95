/** A robot with the real firmware in the loop, on a line that damages some of its frames. */
import { afterEach, describe, expect, vi } from 'vitest';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { emulatedBodies } from '../../../sim/avr/loadEmulated.js';
import { simulate } from '../../../sim/engine/run.js';
import type { LinkFault } from '../../../sim/plant/linkFaults.js';
import { START_SYSEX, STEERBOT_COMMAND } from '../../../src/drivers/steerbot/frame.js';
import type { Inputs } from '../../../src/recording/inputs.js';
import type { LinkReading, Tick } from '../../../src/signals/signals.js';
import { itOnce as it, itThorough } from '../../support/effort.js';
import { readScenario } from '../session/opened.js';

const scenario = (fault: string) =>
  readScenario(`
duration: 3 s
faults: [{ at: 0.1 s, ${fault} }]
robots: [{ id: a, robot: scout, mission: { seek: { target: [5, 0] } } }]
`);

/** Loses one byte within so many of our frames a second, from 0.53 s on. */
class Damage implements LinkFault {
  readonly #perSecond: number;
  #place = 0;
  #isOurs = false;
  /** Never in step with the questions of the driver. */
  #due = 0.53;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  arrival(at: number, byte: number): number | null {
    this.#place = byte === START_SYSEX ? 0 : this.#place + 1;
    if (this.#place === 1) this.#isOurs = byte === STEERBOT_COMMAND;
    if (!this.#isOurs || this.#place !== 4 || at < this.#due) return at;
    this.#due += 0.97 / this.#perSecond;
    return null;
  }
}

const SOUND: LinkFault = { arrival: (at) => at };

/** @param damaged how many frames a second, each way; those of the scenario's own fault unless given */
async function ran(damaged?: { toHost?: number; toBoard?: number }, fault = 'fault: linkDelay, by: 1 ms') {
  if (damaged) {
    const disturb = EmulatedPort.prototype.disturb;
    const way = (perSecond?: number) => (perSecond === undefined ? SOUND : new Damage(perSecond));
    vi.spyOn(EmulatedPort.prototype, 'disturb').mockImplementation(function (this: EmulatedPort) {
      disturb.call(this, { toHost: way(damaged.toHost), toBoard: way(damaged.toBoard) });
    });
  }
  const links: LinkReading[] = [];
  const ticks: Tick[] = [];
  const onInputs = ({ events }: Inputs) => {
    for (const event of events)
      if (event.kind === 'reading' && event.reading.kind === 'link') links.push(event.reading);
  };
  const scene = scenario(fault);
  const onTick = (_: string, __: unknown, tick: Tick) => ticks.push(tick);
  const result = await simulate(scene, {
    onInputs,
    onTick,
    bodyOf: await emulatedBodies(scene),
    now: () => 0,
  });
  const fastest = (from: number, to = 3) =>
    Math.max(...ticks.filter(({ at }) => at >= from && at < to).map(({ granted }) => granted.left));
  return { robot: result.robots[0], links, ticks, fastest };
}

afterEach(() => vi.restoreAllMocks());

describe('an emulated board on a line', () => {
  itThorough('without faults damages no frame, and is checked twice a second', async () => {
    const { links, fastest } = await ran({});
    expect(links.length).toBeGreaterThanOrEqual(5);
    expect(links.length).toBeLessThanOrEqual(7);
    expect(links.every(({ badFrames }) => badFrames === 0)).toBe(true);
    expect(fastest(2)).toBeCloseTo(0.5, 2);
  });

  it.each([
    ['to the host', { toHost: 10 }],
    ['to the board', { toBoard: 10 }],
    ['each way', { toHost: 5, toBoard: 5 }],
  ])('that damages 10 frames a second %s drives at half its speed, and says why', async (_, damaged) => {
    const { robot, links, ticks, fastest } = await ran(damaged);
    expect(robot?.outcome).toBe('running');
    expect(robot?.faults.map(({ kind }) => kind)).toContain('linkPoor');
    expect(fastest(0.9, 1.2)).toBeGreaterThan(0.4);
    expect(fastest(2.5)).toBeLessThan(0.251);
    expect(fastest(2.5)).toBeGreaterThan(0.2);
    expect(ticks.at(-1)?.hold).toBe('more than 5 bad frames a second: half the speed');
    const last = links.at(-1)?.badFrames ?? 0;
    expect(last).toBeGreaterThan(15);
    expect(last).toBeLessThan(30);
  });

  it.each([
    ['to the host', { toHost: 30 }],
    ['to the board', { toBoard: 30 }],
  ])('that damages 30 frames a second %s stops', async (_, damaged) => {
    const { robot, fastest } = await ran(damaged);
    expect(robot).toMatchObject({ outcome: 'faulted', why: 'more than 20 bad frames a second' });
    expect(fastest(2.5)).toBe(0);
  });

  it('that loses whole frames damages none', async () => {
    const { robot, links } = await ran(undefined, 'fault: linkDrop, share: 0.3');
    expect(links.length).toBeGreaterThan(2);
    expect(links.every(({ badFrames }) => badFrames === 0)).toBe(true);
    expect(robot?.faults.filter(({ kind }) => kind === 'linkPoor')).toEqual([]);
  });
});
