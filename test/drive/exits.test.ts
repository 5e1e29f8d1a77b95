/** The end of a program whose own driver has no dead-man. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rootFile } from '../support/runs.js';

const folder = mkdtempSync(rootFile('dist/exits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A driver that says what it is told, and a listener of its ticks. */
const program = (listener: string) => `
import { Subject } from 'rxjs';
import { arrive, drive, simulatedRobot } from 'steerbot';
const body = await simulatedRobot('scout', { pace: 'real time' });
let told = '';
const say = (word) => { if (told !== word) console.log(word); told = word; };
const driver = {
  ...body,
  drive: (duties) => { say(duties.left > 0 ? 'drives' : 'stands'); body.drive(duties); },
  stop: () => { say('stopped'); body.stop(); },
};
const run = await drive('scout', arrive({ target: [2, 0] }), { driver });
run.ticks$.subscribe((tick) => { if (told === 'drives') ${listener} });
`;

describe('a program that ends while its own driver drives', () => {
  it.each([
    ['by an error in a listener', "throw new Error('mine');"],
    ['by an error that nothing catches', "setTimeout(() => { throw new Error('mine'); });"],
    ['by a promise that nothing catches', "void Promise.reject(new Error('mine'));"],
    ['by process.exit', 'process.exit(1);'],
  ])('%s tells it to stop', (_, listener) => {
    const file = join(folder, 'app.mjs');
    writeFileSync(file, program(listener));
    const { stdout, status } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 30_000 });
    const words = stdout.trim().split('\n');
    expect(words).toContain('drives');
    expect(words.at(-1)).toBe('stopped');
    expect(status).not.toBe(0);
  });
});
