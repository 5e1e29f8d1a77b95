/**
 * Programs that end while they drive a board without a dead-man, however they do: by real johnny-five, and by our own link, on the
 * emulated board behind a pseudo-terminal.
 */
import { spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import { builtProgram, ended } from '../cli/steerbot.js';
import { itThorough } from '../support/effort.js';
import { robotOnPty } from '../support/pty.js';
import { rootFile } from '../support/runs.js';
import { isMissing } from '../support/tools.js';

/** Inside the package, so that programs may import it by its name. */
const folder = mkdtempSync(rootFile('dist/ends-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program does besides, while it drives. */
const whileDriving = (then: string): string => `
  const isUnderWay = ({ granted: { left, right } }) => left > 0.15 && right > 0.15;
  let isDone = false;
  run.ticks$.subscribe((tick) => {
    if (isDone || !isUnderWay(tick)) return;
    isDone = true;
    ${then}
  });
  console.log((await run.result).outcome);
  process.exit();
`;

const BLIND = `
import { arrive, drive, loadRobot } from 'steerbot';
const blind = { ...loadRobot('scout'), firmware: 'standard-firmata', sensors: [], encoders: undefined };
`;

const byLink = (path: string, _: string, then: string): string => `${BLIND}
const run = await drive(blind, arrive({ target: [2, 0] }), { port: '${path}', withoutDeadman: true });
${whileDriving(then)}`;

/** @param options of the board */
const byJohnnyFive = (path: string, options: string, then: string): string => `${BLIND}
import firmata from 'firmata-io';
import five from 'johnny-five';
import { SerialPort } from 'serialport';
import { johnnyFiveRobot } from 'steerbot/johnny-five';

const io = new firmata.Firmata(new SerialPort({ path: '${path}', baudRate: 57600 }));
const board = new five.Board({ io, repl: false, ${options} });
board.on('ready', async () => {
  const left = new five.Motor({ pins: { pwm: 9, dir: 7 } });
  const right = new five.Motor({ pins: { pwm: 10, dir: 8 } });
  const driver = johnnyFiveRobot(blind, { board, left, right, withoutDeadman: true });
  const run = await drive(blind, arrive({ target: [2, 0] }), { driver });
  ${whileDriving(then)}
});
`;

const ENDS: readonly [name: string, options: string, then: string][] = [
  ['an error in a listener of its ticks', '', "throw new Error('mine');"],
  ['an error of a timer', '', "setTimeout(() => { throw new Error('mine'); });"],
  ['a promise that nothing catches', '', "void Promise.reject(new Error('mine'));"],
  ['process.exit', '', 'process.exit();'],
  ['process.exit, from a timer between two ticks', '', 'setTimeout(() => process.exit(), 5);'],
  ['Ctrl-C', '', "process.kill(process.pid, 'SIGINT');"],
  [
    'Ctrl-C, which it hears, too',
    '',
    "process.once('SIGINT', run.stop); process.kill(process.pid, 'SIGINT');",
  ],
  [
    'Ctrl-C, which it alone hears',
    'sigint: false',
    "process.once('SIGINT', run.stop); process.kill(process.pid, 'SIGINT');",
  ],
  ['Ctrl-C, which nobody hears', 'sigint: false', "process.kill(process.pid, 'SIGINT');"],
  ['SIGTERM', '', "process.kill(process.pid, 'SIGTERM');"],
  ['its terminal that is closed', '', "process.kill(process.pid, 'SIGHUP');"],
];

/** Those that johnny-five has no part in. */
const anyEnds = ENDS.filter(([, options, then]) => !/sigint/.test(options) && !/run.stop/.test(then));

describe.each([
  ['johnny-five', '', byJohnnyFive, ENDS],
  ['a link without a dead-man', 'Standard', byLink, anyEnds],
] as const)('a program that drives by %s', (_, name, program, ends) => {
  itThorough.each(ends)(
    'ends by %s, and leaves no motor running',
    async (__, options, then) => {
      if (isMissing('socat')) return;
      const board = await robotOnPty('', name);
      // Held open, so that the board lives on behind the program.
      const held = openSync(board.path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
      writeFileSync(join(folder, 'app.mjs'), program(board.path, options, then));
      const { stderr } = await ended(spawn(process.execPath, ['app.mjs'], { cwd: folder, timeout: 60_000 }));
      await new Promise((done) => setTimeout(done, 500));
      const duties = board.changes.map((change) => change.duties);
      closeSync(held);
      board.end();
      const hasDriven = duties.some(([left = 0, right = 0]) => left > 0.1 && right > 0.1);
      expect(hasDriven, stderr).toBe(true);
      expect(duties.at(-1)).toEqual([0, 0]);
    },
    60_000,
  );
});

/** A robot without a dead-man, and a behavior that lets the program end by an error while it drives. */
const OWN = {
  'blind.yaml': `name: blind
board: uno
firmware: standard-firmata
chassis: { mass: 450 g, radius: 90 mm, track: 141 mm }
wheels: { diameter: 65 mm }
motors:
  left: { pwm: 9, dir: 7 }
  right: { pwm: 10, dir: 8 }
  noLoadSpeed: 0.6 m/s
  deadband: 0.08
limits: { speed: 0.2 m/s, acceleration: 1 m/s² }
`,
  'm.yaml': 'late: {}\n',
  'own.mjs': `
import { defineBehavior, desire } from 'steerbot';
export const late = () => defineBehavior({
  name: 'late',
  start: () => 0,
  steer(percept, n) {
    if (n === 60) setTimeout(() => { throw new Error('late'); });
    return desire(percept, { x: 0.2, y: 0 }, n + 1);
  },
});
`,
};

describe('steerbot drive', () => {
  itThorough(
    'that ends by an error that nothing catches leaves no motor running',
    async () => {
      if (isMissing('socat')) return;
      const board = await robotOnPty('', 'Standard');
      const held = openSync(board.path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
      for (const [name, text] of Object.entries(OWN)) writeFileSync(join(folder, name), text);
      const words =
        'drive blind.yaml --mission m.yaml --behaviors own.mjs --without-deadman --headless --port';
      const args = [builtProgram(), ...words.split(' '), board.path];
      const { stderr } = await ended(spawn(process.execPath, args, { cwd: folder, timeout: 60_000 }));
      await new Promise((done) => setTimeout(done, 500));
      const duties = board.changes.map((change) => change.duties);
      closeSync(held);
      board.end();
      const hasDriven = duties.some(([left = 0, right = 0]) => left > 0.1 && right > 0.1);
      expect(hasDriven, stderr).toBe(true);
      expect(duties.at(-1), stderr).toEqual([0, 0]);
    },
    60_000,
  );
});
