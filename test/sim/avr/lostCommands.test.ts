/** A robot with the real firmware in the loop, on a line that loses whole frames on the way to the board. */
import { afterEach, describe, expect, vi } from 'vitest';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { emulatedBodies } from '../../../sim/avr/loadEmulated.js';
import { simulate } from '../../../sim/engine/run.js';
import type { LinkFault } from '../../../sim/plant/linkFaults.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { END_SYSEX, STEERBOT_COMMAND } from '../../../src/drivers/steerbot/frame.js';
import { MESSAGES } from '../../../src/drivers/steerbot/messages.js';
import { type Random, resumeRandom, seedRandom } from '../../../src/math/random.js';
import type { Inputs } from '../../../src/recording/inputs.js';
import type { LinkReading, Tick } from '../../../src/signals/signals.js';
import { itOnce as it, itThorough } from '../../support/effort.js';
import { readScenario } from '../session/opened.js';

const SCOUT = loadRobot('scout');
const SOUND: LinkFault = { arrival: (at) => at };
/** Until then every frame comes: the board is being set up. */
const SOUND_UNTIL = 0.3;

/** Loses a share of all messages, each of them whole, and remembers which of our frames were lost. */
class Lossy implements LinkFault {
  /** Of our frames, in order: of which type, and whether it came. */
  readonly frames: { readonly code: number; readonly came: boolean }[] = [];
  readonly #share: number;
  readonly #chance: Random;
  #bytes: number[] = [];
  #isLost = false;

  constructor(share: number, seed: number) {
    this.#share = share;
    this.#chance = resumeRandom(seedRandom(seed));
  }

  arrival(at: number, byte: number): number | null {
    if (byte >= 0x80 && byte !== END_SYSEX) {
      this.#bytes = [];
      this.#isLost = at > SOUND_UNTIL && this.#chance.uniform() < this.#share;
    }
    this.#bytes.push(byte);
    const [, command, kind = 0] = this.#bytes;
    if (byte === END_SYSEX && command === STEERBOT_COMMAND)
      this.frames.push({ code: kind & 0x0f, came: !this.#isLost });
    return this.#isLost ? null : at;
  }

  /** What answers to the questions that came can say, since the first of them. */
  get totals() {
    const asked = this.frames.flatMap(({ code, came }, i) =>
      code === MESSAGES.count.code && came ? [i] : [],
    );
    const [first = 0] = asked;
    return asked.map((i) => ({
      sent: i - first,
      lost: this.frames.slice(first, i).filter(({ came }) => !came).length,
    }));
  }
}

/** A dead-man time so long that it does not trip: what is looked at is the count. */
interface Trial {
  readonly share: number;
  readonly rate?: number;
  readonly deadMan?: number;
}

async function ran({ share, rate = 50, deadMan = 0.5 }: Trial) {
  const lossy = new Lossy(share, 1);
  const disturb = EmulatedPort.prototype.disturb;
  vi.spyOn(EmulatedPort.prototype, 'disturb').mockImplementation(function (this: EmulatedPort) {
    disturb.call(this, { toHost: SOUND, toBoard: lossy });
  });
  const read = readScenario(`
duration: 6 s
faults: [{ at: 0.1 s, fault: linkDelay, by: 1 ms }]
robots: [{ id: a, robot: scout, mission: { seek: { target: [9, 0] } } }]
`);
  const robot = { ...SCOUT, control: { ...SCOUT.control, rate, deadMan } };
  const scene = { ...read, robots: read.robots.map((each) => ({ ...each, robot })) };
  const links: LinkReading[] = [];
  const ticks: Tick[] = [];
  const onInputs = ({ events }: Inputs) => {
    for (const event of events)
      if (event.kind === 'reading' && event.reading.kind === 'link') links.push(event.reading);
  };
  const result = await simulate(scene, {
    onInputs,
    onTick: (_, __, tick) => ticks.push(tick),
    bodyOf: await emulatedBodies(scene),
    now: () => 0,
  });
  return { robot: result.robots[0], links, ticks, lossy };
}

const told = (faults: readonly { readonly kind: string }[] = []) => faults.map(({ kind }) => kind);

afterEach(() => vi.restoreAllMocks());

async function expectCounted({ rate, share }: Required<Pick<Trial, 'rate' | 'share'>>) {
  const { robot, links, lossy } = await ran({ rate, share });
  expect(robot?.outcome).toBe('running');
  const [armed, first, ...later] = links.map(({ sent = -1, lost = -1 }) => ({ sent, lost }));
  expect(armed).toEqual({ sent: 0, lost: 0 });
  // The disturbance has begun by the second question: from then on both count the same, to the frame.
  const { sent = 0, lost = 0 } = first ?? {};
  const counted = later.map((count) => ({ sent: count.sent - sent, lost: count.lost - lost }));
  const answered = lossy.totals.filter(({ sent }) => sent > 0).slice(0, counted.length);
  expect(counted).toEqual(answered);
  expect(counted.length).toBeGreaterThanOrEqual(8);
  expect(counted.at(-1)?.sent).toBeGreaterThan(4.3 * rate);
  expect(links.every(({ badFrames }) => badFrames === 0)).toBe(true);
  if (share === 0) {
    expect(links.every(({ lost }) => lost === 0)).toBe(true);
    expect(robot?.faults).toEqual([]);
  }
  if (share >= 0.1 && rate >= 50) expect(told(robot?.faults)).toEqual(['commandsLost']);
}

describe('of commands that are lost whole', () => {
  const trials = [10, 50, 100].flatMap((rate) => [0, 0.01, 0.1, 0.3].map((share) => ({ rate, share })));
  const inShort = trials.filter(({ rate, share }) => rate === 50 && share !== 0.01);
  const others = trials.filter((trial) => !inShort.includes(trial));
  it.each(inShort)('each one is counted: $share of them at $rate Hz', expectCounted);
  itThorough.each(others)('each one is counted: $share of them at $rate Hz', expectCounted);

  it('30 % slow the robot down at 50 Hz, and the page and the log say why; 10 % do not', async () => {
    const few = await ran({ share: 0.1, deadMan: 0.2 });
    expect(few.ticks.filter(({ hold }) => hold !== null)).toEqual([]);
    vi.restoreAllMocks();
    const { robot, ticks } = await ran({ share: 0.3, deadMan: 0.2 });
    expect(robot?.outcome).toBe('running');
    const slowed = ticks.filter(({ hold }) => hold === 'commands are lost on the line');
    expect(slowed.length).toBeGreaterThan(100);
    const speed = Math.max(...slowed.map(({ granted }) => granted.left));
    expect(speed).toBeLessThan(0.5);
    expect(speed).toBeGreaterThan(0.25);
  });
});
