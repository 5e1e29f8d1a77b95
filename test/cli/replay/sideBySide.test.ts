/** Two recordings on one axis. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderWith, steerbot } from '../steerbot.js';

const scene = (begin: number, wait: string) => `
duration: 20 s
robots:
  - id: a
    robot: scout
    at: { x: ${begin} }
    mission: { sequence: [${wait}{ arrive: { target: [1, 0] } }, { arrive: { target: [1, 1] } }] }
criteria: [{ distance: { from: a, to: [1, 1], reaches: 0.1 } }]
`;
const folder = folderWith({ 'near.yaml': scene(0, ''), 'late.yaml': scene(0, '{ wait: 2 s }, ') });
const inside = (name: string) => join(folder, name);

beforeAll(async () => {
  for (const name of ['near', 'late'])
    await steerbot(['sim', inside(`${name}.yaml`), '--headless', '--record', inside(`${name}.mcap`)]);
});

const compared = async (...more: string[]) => {
  const ended = await steerbot(['replay', inside('near.mcap'), inside('late.mcap'), ...more]);
  return {
    ...ended,
    told: ended.code === 0 && more.includes('--json') ? JSON.parse(ended.stdout) : undefined,
  };
};

describe('two recordings', () => {
  it('are compared from their starts: how far the robots are from each other, and what became of each criterion', async () => {
    const { told } = await compared('--json');
    expect(told.recordings).toMatchObject([
      { scene: expect.stringMatching(/near/), from: 0, verdict: [{ passed: true }] },
      { scene: expect.stringMatching(/late/), from: 0, verdict: [{ passed: true }] },
    ]);
    expect(told.apart).toMatchObject([{ robot: 'a' }]);
    // One of them waits for two seconds, and both drive at most 0.5 m/s.
    expect(told.apart[0].most).toBeGreaterThan(0.5);
    expect(told.apart[0].most).toBeLessThan(1.1);
    const { stdout } = await compared();
    expect(stdout).toMatch(/a: .* apart on average, at most .*, at /);
    expect(stdout).toMatch(/✓ reached, a to \[1, 1\]: .* {2}\| {2}✓ reached, a to \[1, 1\]/);
  });

  it('are the same way, where they are aligned by a place that both come to', async () => {
    const { told } = await compared('--json', '--align', 'place:0.5,0');
    expect(told.recordings[1].from - told.recordings[0].from).toBeCloseTo(2, 0);
    expect(told.apart[0].most).toBeLessThan(0.05);
  });

  it('are drawn into one picture', async () => {
    const { code } = await compared('--plot', inside('two.svg'));
    expect(code).toBe(0);
    const svg = readFileSync(inside('two.svg'), 'utf8');
    expect(svg).toMatch(/driven line of a, first/);
    expect(svg).toMatch(/driven line of a</);
  });

  const REFUSED: readonly (readonly [more: readonly string[], why: RegExp])[] = [
    [['--align', 'event:nothing of the kind'], /no log entry has “nothing of the kind”; align by the start/],
    [['--align', 'place:9,9'], /no robot comes to that place/],
    [['--align', 'never'], /start, event:WORDS or place:X,Y/],
    [['--branch'], /of two recordings go --align, --plot and --json/],
  ];
  for (const [more, why] of REFUSED)
    it(`are refused with ${more.join(' ')}, and why`, async () => {
      const { code, stderr } = await compared(...more);
      expect(code).toBe(2);
      expect(stderr).toMatch(why);
    });
});
