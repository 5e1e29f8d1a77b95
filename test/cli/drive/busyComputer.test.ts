/** The whole drive before the real firmware, emulated, in virtual time: on a computer that is busy for a while. */
import { PassThrough } from 'node:stream';
import { Subject } from 'rxjs';
import { afterEach, describe, expect } from 'vitest';
import { driveExitCode } from '../../../src/cli/drive/driveReport.js';
import { type DriveEnd, runMission } from '../../../src/cli/drive/runMission.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { prepareModel } from '../../../src/control/robotModel.js';
import { startLoop } from '../../../src/control/state.js';
import type { RunObserver } from '../../../src/session/runObserver.js';
import type { Command, Tick } from '../../../src/signals/signals.js';
import { arrive } from '../../../src/steering/behaviors/arrive.js';
import { onBusyHost } from '../../support/busyHost.js';
import { itOnce, itThorough } from '../../support/effort.js';

const ORIGIN = { x: 0, y: 0, heading: 0 };
const MODEL = prepareModel(loadRobot('scout'), arrive({ target: [1, 0] }));

interface Operators {
  readonly attended?: boolean;
  readonly isAttended?: boolean;
}

/** A drive to a point a metre ahead, at speed, with a page that notes its ticks. */
async function driving({ attended = true, isAttended = false }: Operators = {}) {
  const host = await onBusyHost();
  const input = new PassThrough();
  const output = new PassThrough();
  let said = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ticks: Tick[] = [];
  const commands$ = new Subject<Command>();
  const observer: RunObserver = {
    commands$,
    targets$: new Subject(),
    fixes$: new Subject(),
    failed$: new Subject(),
    isAttended,
    tookOver: false,
    heldStop: null,
    given: () => {},
    begins: () => {},
    onEvent: () => {},
    ticked: ({ tick }) => ticks.push(tick),
    lost: () => {},
  };
  let opened = 0;
  const interrupted$ = new Subject<void>();
  let end: DriveEnd | undefined;
  const ended = runMission({
    model: MODEL,
    initial: startLoop(MODEL, { at: 0, pose: ORIGIN, speed: 0, seed: 1 }),
    until: 'at rest',
    open: async () => {
      opened += 1;
      return host.robot;
    },
    interrupted$,
    terminal: { input, output: output as unknown as NodeJS.WriteStream },
    listens: attended,
    attended,
    observer,
  });
  void ended.then((how) => {
    end = how;
  });
  cleanUp = async () => {
    interrupted$.next();
    for (let i = 0; i < 100 && !end; i++) await host.run(0.01);
    await ended;
  };
  while (host.speed() < 0.4) await host.run(0.02);
  return {
    ...host,
    ticks,
    commands$,
    interrupted$,
    said: () => said,
    end: () => end,
    opened: () => opened,
    type: (line: string) => input.write(`${line}\n`),
    last: () => ticks.at(-1) as Tick,
  };
}

let cleanUp = async () => {};
afterEach(() => cleanUp());

const TRIPPED =
  /the board stopped itself: no command reached it for 200 ms; this computer was busy and sent none/;

describe('a computer that is busy for shorter than the dead-man time', () => {
  itOnce('slows its robot before the board stops it, and the robot arrives', async () => {
    const drive = await driving();
    for (let i = 0; i < 3; i++) {
      drive.beBusy(0.16);
      await drive.run(0.3);
    }
    const slowed = drive.last();
    expect(slowed).toMatchObject({
      safety: 'driving',
      hold: expect.stringMatching(/ticks come 1[345]\d ms late/),
    });
    expect(drive.speed()).toBeLessThan(0.23);
    expect(drive.speed()).toBeGreaterThan(0.15);
    await drive.run(8);
    expect(drive.end()?.ending).toEqual({ kind: 'arrived' });
    expect(Math.abs(drive.x() - 1)).toBeLessThan(0.01);
    expect(drive.said()).not.toMatch(TRIPPED);
    expect(drive.ticks.some(({ faults }) => faults.length > 0)).toBe(false);
  });
});

describe('a board that stopped itself while its computer was busy', () => {
  itOnce('is offered again at the terminal: it stands until `go`, then drives on and arrives', async () => {
    const drive = await driving();
    drive.beBusy(0.31);
    await drive.run(1);
    expect(drive.last()).toMatchObject({
      safety: 'stopped',
      cause: { kind: 'deadManTripped', what: expect.stringMatching(TRIPPED) },
    });
    expect(drive.last().cause?.what).toMatch(/sent none for 3[12]\d ms$/);
    expect(drive.said()).toMatch(/sent none for 3\d\d ms\nstopped; go and Enter goes on, Ctrl-C ends\n/);
    const stoodAt = drive.x();
    drive.type('');
    drive.type('clear');
    await drive.run(3);
    expect(drive.x()).toBeCloseTo(stoodAt, 6);
    expect(drive.speed()).toBe(0);
    // Odometry went on while the robot rolled out.
    expect(Math.abs(drive.last().estimate.pose.x - stoodAt)).toBeLessThan(0.005);
    drive.type('go');
    await drive.run(6);
    expect(drive.end()?.ending).toEqual({ kind: 'arrived' });
    expect(Math.abs(drive.x() - 1)).toBeLessThan(0.01);
    expect(drive.opened()).toBe(1);
  });

  itOnce('is offered again to an operator at the page, who arms it', async () => {
    const drive = await driving({ attended: false, isAttended: true });
    drive.beBusy(0.31);
    await drive.run(1);
    expect(drive.last().cause?.what).toMatch(TRIPPED);
    await drive.run(2);
    expect(drive.speed()).toBe(0);
    drive.commands$.next({ kind: 'arm' });
    await drive.run(0.5);
    expect(drive.last().safety).toBe('driving');
    expect(drive.speed()).toBeGreaterThan(0.1);
  });

  itThorough('says how often it has happened', async () => {
    const drive = await driving();
    for (let i = 0; i < 2; i++) {
      drive.beBusy(0.25);
      await drive.run(1);
      expect(drive.last().safety).toBe('stopped');
      if (i === 0) drive.type('go');
      await drive.run(0.5);
    }
    expect(drive.said()).toMatch(/sent none for 2\d\d ms; this has happened 2 times\nstopped; go/);
  });

  itOnce('ends a drive without an operator, with exit code 4 and the reason', async () => {
    const drive = await driving({ attended: false });
    drive.beBusy(0.31);
    await drive.run(1);
    const end = drive.end() as DriveEnd;
    expect(end.ending).toEqual({ kind: 'tripped', why: expect.stringMatching(TRIPPED) });
    expect(driveExitCode(end, undefined)).toBe(4);
    expect(drive.speed()).toBe(0);
  });

  itOnce('is how the drive ends if its operator interrupts it then', async () => {
    const drive = await driving();
    drive.beBusy(0.31);
    await drive.run(1);
    drive.interrupted$.next();
    await drive.run(0.1);
    expect(drive.end()?.ending.kind).toBe('tripped');
    expect(driveExitCode(drive.end() as DriveEnd, undefined)).toBe(4);
  });
});

describe('a computer that was busy for longer than half a second', () => {
  itThorough('finds that its clock jumped, and its robot goes on after `clear` and `go`', async () => {
    const drive = await driving();
    drive.beBusy(0.8);
    await drive.run(1.5);
    expect(drive.last()).toMatchObject({ safety: 'faulted' });
    expect(drive.said()).toMatch(
      /jumped ahead by 0\.8\d s; was this computer busy or asleep\?\nstopped by a fault/,
    );
    drive.type('clear');
    await drive.run(0.2);
    drive.type('go');
    await drive.run(8);
    expect(drive.end()?.ending).toEqual({ kind: 'arrived' });
  });
});
