/** The programs of docs/johnny-five.md: real johnny-five, on the robot's emulated board behind a pseudo-terminal. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { greatestAllowed } from '../../src/drivers/unguarded/unguardedSpeed.js';
import { loadRobot } from '../../src/index.js';
import { ended } from '../cli/steerbot.js';
import { itThorough } from '../support/effort.js';
import { robotOnPty } from '../support/pty.js';
import { rootFile } from '../support/runs.js';
import { isMissing } from '../support/tools.js';
import { stepsOf } from './page.js';

const files = stepsOf('docs/johnny-five.md').flatMap((step) => (step.kind === 'file' ? [step] : []));
const programs = files.filter(({ name }) => name.endsWith('.js'));

/** Inside the package, so that programs may import it by its name. */
const folder = mkdtempSync(rootFile('dist/docs-five-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** johnny-five would open the port by a serialport of its own; here it gets the one that is installed. */
const IO = `
import firmata from 'firmata-io';
import { SerialPort } from 'serialport';
export const ioAt = (path) => new firmata.Firmata(new SerialPort({ path, baudRate: 57600 }));
`;
const onBoard = (text: string, path: string): string =>
  `import { ioAt } from './io.js';\n${text.replace("port: '/dev/ttyACM0'", `io: ioAt('${path}')`)}`;

/** What it prints, without what johnny-five says of its board. */
const printed = (stdout: string): string[] =>
  stdout
    .trim()
    .split('\n')
    .filter((line) => !/(Available|Connected) /.test(line));
const wanted = ({ name, text }: { name: string; text: string }): string[] =>
  name === 'square.js'
    ? ['1 arrived', '2 arrived']
    : [/console\.log\(.*\); \/\/ (.*)/.exec(text)?.[1] ?? 'nothing'];

describe('a program for johnny-five', () => {
  it('is one of five, and as short as the guide says', () => {
    expect(programs).toHaveLength(5);
    const [ten] = programs.map(({ text }) => text.split('\n').filter((line) => /^ {2}/.test(line)).length);
    expect(ten).toBeLessThanOrEqual(10);
    for (const { text } of programs) expect(text.split('\n').length).toBeLessThan(25);
  });

  itThorough(
    'drives its robot, slowly, says what it says, and leaves the motors off',
    async ({ skip }) => {
      if (isMissing('socat')) skip();
      for (const { name, text } of [...files, { name: 'io.js', text: IO }])
        writeFileSync(join(folder, name), text);
      const { greatestDuty } = greatestAllowed(loadRobot('scout'));
      for (const program of programs) {
        const board = await robotOnPty();
        writeFileSync(join(folder, program.name), onBoard(program.text, board.path));
        const child = spawn(process.execPath, [program.name], { cwd: folder, timeout: 60_000 });
        const { code, stdout, stderr } = await ended(child);
        expect([program.name, code, printed(stdout)], stderr).toEqual([program.name, 0, wanted(program)]);
        const duties = board.changes.flatMap((change) => change.duties);
        expect([program.name, Math.max(...duties) > 0.1]).toEqual([program.name, true]);
        expect(Math.max(...duties)).toBeLessThanOrEqual(greatestDuty + 1e-9);
        expect(board.changes.at(-1)?.duties).toEqual([0, 0]);
        board.end();
      }
    },
    240_000,
  );
});
