import { PassThrough } from 'node:stream';
import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { simulatedRobot } from '../../../sim/engine/simulatedRobot.js';
import { type DriveEnd, runMission } from '../../../src/cli/drive/runMission.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { wallTime } from '../../../src/control/clock.js';
import { resumeMission } from '../../../src/control/placing.js';
import { prepareModel } from '../../../src/control/robotModel.js';
import { startLoop } from '../../../src/control/state.js';
import type { ConnectedRobot } from '../../../src/drivers/driver.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import type { RunObserver } from '../../../src/session/runObserver.js';
import type { Command, Reading } from '../../../src/signals/signals.js';
import { arrive } from '../../../src/steering/behaviors/arrive.js';
import { seek } from '../../../src/steering/behaviors/seek.js';
import { DeadManTripped, DriverError } from '../../../src/validation/errors.js';
import { connected, FakeDriver } from '../../control/fakeDriver.js';
import { benchmarkBody } from '../../support/runs.js';
import { settled, until, useVirtualTime, wait } from '../../support/virtualWaits.js';

/** Its driver says nothing, and nothing is expected of it. */
const { encoders: _, ...BODY } = benchmarkBody('b');
const ORIGIN = { x: 0, y: 0, heading: 0 };
const isMoving = ({ duties }: FakeDriver) => (duties.at(-1)?.left ?? 0) > 0;

function start({
  attended = true,
  listens = true,
  speedLimit = null as number | null,
  observer = undefined as RunObserver | undefined,
  /** Happens while the board is being armed. */
  meanwhile = (_: PassThrough): unknown => undefined,
  robot = BODY as RobotDefinition,
  willing = true,
  /** The mission goes on from an earlier drive, and nobody has said where the robot stands. */
  resumes = false,
} = {}) {
  const drivers: FakeDriver[] = [];
  const open = async (): Promise<ConnectedRobot> => {
    const driver = new FakeDriver();
    driver.willing = willing;
    driver.close = async () => void driver.calls.push('close');
    const arm = driver.arm.bind(driver);
    driver.arm = async () => {
      const answer = arm();
      answer.catch(() => {});
      await wait(10);
      if (driver.calls.filter((call) => call === 'arm').length === 1) meanwhile(input);
      await wait(10);
      return answer;
    };
    drivers.push(driver);
    const warning = speedLimit === null ? null : 'no dead-man';
    return connected(driver, wallTime, { speedLimit, warning });
  };
  const input = new PassThrough();
  const output = new PassThrough();
  let said = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const interrupted$ = new Subject<void>();
  const model = prepareModel(robot, seek({ target: [100, 0] }));
  const begin = startLoop(model, { at: wallTime.now(), pose: ORIGIN, speed: 0, seed: 1 });
  const ended: Promise<DriveEnd> = runMission({
    model,
    initial: resumes ? resumeMission(model, begin, { at: wallTime.now() }) : begin,
    until: 'there',
    open,
    interrupted$,
    terminal: { input, output: output as unknown as NodeJS.WriteStream },
    listens,
    attended,
    ...(observer && { observer }),
  });
  return { drivers, input, interrupted$, ended, said: () => said };
}

async function moving(drivers: readonly FakeDriver[], which = 0): Promise<FakeDriver> {
  const isThere = () => {
    const driver = drivers[which];
    return driver !== undefined && isMoving(driver);
  };
  await until(isThere, () => 'it does not drive');
  return drivers[which] as FakeDriver;
}

useVirtualTime();

describe('a robot that is lost with an operator at the terminal', () => {
  it('and is given up is not said to stand', async () => {
    const { drivers, interrupted$, ended, said } = start();
    (await moving(drivers)).readings$.error(new DriverError('the cable was pulled'));
    await until(
      () => said().includes('looking for it again'),
      () => 'it is not looked for',
    );
    interrupted$.next();
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'interrupted' }, motorsOff: false });
  });

  it('is looked for, comes back stopped, and goes on only when told, not by what was typed meanwhile', async () => {
    const { drivers, input, interrupted$, ended, said } = start();
    const first = await moving(drivers);
    first.readings$.error(new DriverError('the cable was pulled'));
    await wait(50);
    input.write('go\n\n');
    await until(
      () => (drivers[1]?.duties.length ?? 0) > 10,
      () => 'it is not found again',
    );
    const second = drivers[1] as FakeDriver;
    expect(said()).toContain('the cable was pulled\nlooking for it again');
    expect(second.calls).not.toContain('arm');
    expect(second.duties.every(({ left, right }) => left === 0 && right === 0)).toBe(true);
    input.write('go\n');
    await moving(drivers, 1);
    expect(second.calls).toContain('arm');
    await wait(300);
    interrupted$.next();
    const end = await settled(ended);
    expect(end).toMatchObject({ ending: { kind: 'interrupted' } });
    // It has no encoders, and has driven for a moment.
    expect(end.expectedError).toBeGreaterThan(0);
    expect(second.calls.slice(-2)).toEqual(['stop', 'close']);
  });

  it('is given up on an interruption', async () => {
    const { drivers, interrupted$, ended } = start();
    (await moving(drivers)).readings$.error(new DriverError('the cable was pulled'));
    await wait(50);
    interrupted$.next();
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'interrupted' } });
    await wait(400);
    expect(drivers).toHaveLength(1);
  });

  it('is looked for also when its own dead-man has stopped it, and comes back stopped', async () => {
    const { drivers, interrupted$, ended, said } = start();
    (await moving(drivers)).readings$.error(new DeadManTripped('no command'));
    await until(
      () => (drivers[1]?.duties.length ?? 0) > 10,
      () => 'it is not found again',
    );
    expect(said()).toContain('no command\nlooking for it again');
    expect(drivers[1]?.calls).not.toContain('arm');
    interrupted$.next();
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'interrupted' } });
  });
});

describe('Enter', () => {
  it('stops, however often it is pressed; the word go goes on', async () => {
    const { drivers, input, interrupted$, ended } = start();
    const driver = await moving(drivers);
    input.write('\n');
    await until(
      () => !isMoving(driver),
      () => 'it does not stop',
    );
    input.write('\n\n\n');
    await wait(200);
    expect(isMoving(driver)).toBe(false);
    input.write('go\n');
    await moving(drivers);
    interrupted$.next();
    await settled(ended);
  });
});

describe('A mission that goes on from an earlier drive', () => {
  it('waits for a place, then for the word go: it moves after neither alone, and a mistyped place is answered', async () => {
    const { drivers, input, interrupted$, ended, said } = start({ resumes: true });
    const stands = async (word: string) => {
      input.write(word);
      await wait(400);
      expect(drivers.some(isMoving)).toBe(false);
    };
    await stands('go\n');
    await stands('at 1,2\n');
    expect(said()).toContain("'1,2': a place and a heading are wanted");
    await stands('here\n');
    expect(said()).toContain('it stands at (0.00, 0.00) looking 0°');
    input.write('go\n');
    await moving(drivers);
    interrupted$.next();
    await settled(ended);
  });

  it('waits for it also where STOP was said while the board was looked for', async () => {
    const { observer } = atThePage({ heldStop: { kind: 'stop' } });
    const { drivers, input, interrupted$, ended, said } = start({ resumes: true, observer });
    await wait(300);
    input.write('go\n');
    await wait(300);
    expect(drivers.some(isMoving)).toBe(false);
    expect(said()).toContain('it waits to be told where it stands');
    interrupted$.next();
    await settled(ended);
  });
});

describe('The word go', () => {
  it('is refused while the robot still rolls, and that is said; then it goes on', async () => {
    const { drivers, input, interrupted$, ended, said } = start();
    const driver = await moving(drivers);
    await wait(500);
    input.write('\n');
    await until(
      () => !isMoving(driver),
      () => 'it does not stop',
    );
    input.write('go\n');
    await until(
      () => said().includes('it cannot be armed: it still moves\n'),
      () => `it is not refused: ${said()}`,
    );
    expect(isMoving(driver)).toBe(false);
    await wait(1000);
    input.write('go\n');
    await moving(drivers);
    interrupted$.next();
    await settled(ended);
  });
});

describe('Enter, if the output is not a terminal', () => {
  it('stops all the same, and what goes on from there is said', async () => {
    const { drivers, input, interrupted$, ended, said } = start({ attended: false });
    const driver = await moving(drivers);
    input.write('\n');
    await until(
      () => !isMoving(driver),
      () => 'it does not stop',
    );
    expect(said()).toContain('stopped; go and Enter goes on, Ctrl-C ends');
    input.write('go\n');
    await moving(drivers);
    interrupted$.next();
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'interrupted' } });
  });

  it('is ignored if the input is not a terminal: text from a pipe, or its end, is no command', async () => {
    const { drivers, input, interrupted$, ended, said } = start({ attended: false, listens: false });
    const driver = await moving(drivers);
    input.end('\n');
    await wait(200);
    expect(isMoving(driver)).toBe(true);
    expect(said()).not.toContain('Enter');
    interrupted$.next();
    await settled(ended);
  });
});

describe('the end of the input', () => {
  it('stops, since a stop can no longer be typed', async () => {
    const { drivers, input, interrupted$, ended } = start();
    const driver = await moving(drivers);
    input.end();
    await until(
      () => !isMoving(driver),
      () => 'it does not stop',
    );
    interrupted$.next();
    await settled(ended);
  });
});

describe('a robot that is lost without an operator', () => {
  it('ends the drive', async () => {
    const { drivers, ended } = start({ attended: false });
    (await moving(drivers)).readings$.error(new DriverError('the cable was pulled'));
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'lost' } });
    expect(drivers).toHaveLength(1);
  });
});

describe('a robot without a dead-man', () => {
  it('is steered no faster than its limit, and the warning is said', async () => {
    const { drivers, interrupted$, ended, said } = start({ speedLimit: 0.2 });
    const driver = await moving(drivers);
    await wait(900);
    // By the motor model: deadband + (1 − deadband) · 0.2 / noLoadSpeed.
    const { deadband, noLoadSpeed } = BODY.motors;
    const greatest = Math.max(...driver.duties.map(({ left }) => left));
    const limit = deadband + ((1 - deadband) * 0.2) / noLoadSpeed;
    expect(greatest).toBeLessThanOrEqual(limit + 1e-9);
    expect(greatest).toBeGreaterThan(0.95 * limit);
    expect(said()).toContain('warning: no dead-man');
    interrupted$.next();
    await settled(ended);
  });
});

/** An operator at the page, and the reports of the robot. */
function atThePage(changes: Partial<RunObserver> = {}) {
  const told: string[] = [];
  const commands$ = new Subject<Command>();
  const observer: RunObserver = {
    commands$,
    targets$: new Subject(),
    fixes$: new Subject(),
    failed$: new Subject(),
    isAttended: true,
    tookOver: false,
    heldStop: null,
    given: () => {},
    begins: ({ guards }) => told.push(`begins ${guards.supervisor.safety}`),
    onEvent: () => {},
    ticked: ({ tick }) => told.at(-1) !== tick.safety && told.push(tick.safety),
    lost: () => told.push('lost'),
    ...changes,
  };
  return { observer, commands$, told };
}

describe('a robot before a page', () => {
  it('ends its drive if the page fails without an operator, so that no script waits for ever', async () => {
    const failed$ = new Subject<string>();
    const { observer } = atThePage({ isAttended: false, failed$ });
    const { drivers, ended } = start({ attended: false, listens: false, observer });
    const driver = await moving(drivers);
    failed$.next('the page failed: it does not answer');
    expect(await settled(ended)).toMatchObject({
      ending: { kind: 'faulted', why: 'the page failed: it does not answer' },
    });
    expect(driver.calls.slice(-2)).toEqual(['stop', 'close']);
  });

  it.each([
    ['at the terminal', true, false],
    ['at the page', false, true],
  ])('continues its drive if the page fails with an operator %s', async (_, attended, isAttended) => {
    const failed$ = new Subject<string>();
    const { observer } = atThePage({ isAttended, failed$ });
    const { drivers, interrupted$, ended } = start({ attended, observer });
    await moving(drivers);
    failed$.next('the page failed: it does not answer');
    await wait(50);
    interrupted$.next();
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'interrupted' } });
  });

  it('that was told STOP while it was looked for stands, and is not armed until it is told to', async () => {
    const { observer, commands$, told } = atThePage({
      heldStop: { kind: 'stop', why: 'the page was closed' },
    });
    const { drivers, interrupted$, ended } = start({ attended: false, observer });
    await until(
      () => (drivers[0]?.duties.length ?? 0) > 10,
      () => 'it does not tick',
    );
    expect(drivers[0]?.calls).not.toContain('arm');
    expect(drivers[0]?.duties.every(({ left, right }) => left === 0 && right === 0)).toBe(true);
    commands$.next({ kind: 'arm' });
    await moving(drivers);
    expect(told).toEqual(['begins stopped', 'stopped', 'driving']);
    interrupted$.next();
    await settled(ended);
  });

  it.each([
    ['from the page', true],
    ['at the terminal', false],
  ])('that was told STOP %s while it was being armed stands', async (_, onPage) => {
    const { observer, commands$ } = atThePage();
    const { drivers, input, interrupted$, ended } = start({
      attended: !onPage,
      observer,
      meanwhile: (typed) => (onPage ? commands$.next({ kind: 'stop' }) : typed.write('\n')),
    });
    await until(
      () => (drivers[0]?.duties.length ?? 0) > 10,
      () => 'it does not tick',
    );
    const [driver] = drivers as [FakeDriver];
    expect(driver.duties.every(({ left, right }) => left === 0 && right === 0)).toBe(true);
    expect(driver.calls.filter((call) => call === 'arm')).toHaveLength(1);
    expect(driver.calls.indexOf('stop')).toBeGreaterThan(driver.calls.indexOf('arm'));
    input.write('go\n');
    await moving(drivers);
    interrupted$.next();
    await settled(ended);
  });

  it('that is lost is known to be, before its driver is closed', async () => {
    const { observer, told } = atThePage();
    const { drivers, interrupted$, ended } = start({ attended: false, observer });
    const driver = await moving(drivers);
    let known: string | undefined;
    driver.close = async () => {
      known = told.at(-1);
    };
    driver.readings$.error(new DriverError('the cable was pulled'));
    await until(
      () => known !== undefined,
      () => 'it is not closed',
    );
    expect(known).toBe('lost');
    interrupted$.next();
    await settled(ended);
  });

  it('that was given something else to do does not end by arriving', async () => {
    const { observer } = atThePage({ tookOver: true });
    const { drivers, interrupted$, ended } = start({ attended: false, observer });
    await moving(drivers);
    interrupted$.next();
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'interrupted' } });
  });
});

/** A robot with encoders, whose driver speaks only when the test says so. */
const counted = benchmarkBody('b');
const atRest = (at: number): Reading => ({ kind: 'encoders', at, left: 0, right: 0 });

describe('a robot whose encoders say nothing yet', () => {
  const ticking = (drivers: readonly FakeDriver[]) =>
    until(
      () => (drivers[0]?.duties.length ?? 0) > 10,
      () => 'it does not tick',
    );

  it('stands until they do, and is armed once', async () => {
    const { drivers, interrupted$, ended, said } = start({ robot: counted });
    await ticking(drivers);
    const [driver] = drivers as [FakeDriver];
    expect(driver.calls).not.toContain('arm');
    expect(said()).toContain('it waits for its sensors; Enter stops, Ctrl-C ends\n');
    driver.readings$.next(atRest(wallTime.now()));
    await moving(drivers);
    expect(driver.calls.filter((call) => call === 'arm')).toHaveLength(1);
    interrupted$.next();
    await settled(ended);
  });

  it('stays stopped when it is told STOP meanwhile', async () => {
    const { drivers, input, interrupted$, ended, said } = start({ robot: counted });
    await ticking(drivers);
    const [driver] = drivers as [FakeDriver];
    input.write('\n');
    await until(
      () => said().includes('stopped; go and Enter goes on'),
      () => said(),
    );
    const speaking = setInterval(() => driver.readings$.next(atRest(wallTime.now())), 20);
    await wait(200);
    expect(driver.calls).not.toContain('arm');
    input.write('go\n');
    await moving(drivers);
    clearInterval(speaking);
    interrupted$.next();
    await settled(ended);
  });

  it('ends the drive after 3 s, and its driver is closed', async () => {
    const { drivers, ended } = start({ robot: counted });
    const { ending } = await settled(ended);
    expect(ending).toEqual({ kind: 'notReady', why: 'its encoders send no readings' });
    expect(drivers[0]?.calls).not.toContain('arm');
    expect(drivers[0]?.calls.at(-1)).toBe('close');
  });
});

describe('a board that will not be armed', () => {
  it('ends the drive with what it says, and its driver is closed', async () => {
    const { drivers, ended } = start({ willing: false });
    await expect(ended).rejects.toThrow('no power');
    expect(drivers[0]?.calls.at(-1)).toBe('close');
    expect(drivers[0]?.calls).toContain('stop');
  });
});

describe('a fault with an operator at the terminal', () => {
  const broken = async () => {
    const started = start();
    const driver = await moving(started.drivers);
    driver.readings$.next({ kind: 'turnRate', at: wallTime.now(), turnRate: Number.NaN } as Reading);
    await until(
      () => !isMoving(driver),
      () => 'it does not stop',
    );
    return { ...started, driver };
  };

  it('stops the robot, and `clear` and then `go` let it go on', async () => {
    const { drivers, driver, input, interrupted$, ended, said } = await broken();
    expect(said()).toContain('stopped by a fault; clear and Enter releases it, Ctrl-C ends');
    input.write('go\n');
    await wait(200);
    expect(isMoving(driver)).toBe(false);
    input.write('clear\n');
    await wait(200);
    expect(isMoving(driver)).toBe(false);
    input.write('go\n');
    await moving(drivers);
    interrupted$.next();
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'interrupted' } });
  });

  it('is how the drive ends where it is interrupted then', async () => {
    const { interrupted$, ended } = await broken();
    interrupted$.next();
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'faulted', why: expect.any(String) } });
  });

  it('ends the drive without an operator', async () => {
    const { drivers, ended } = start({ attended: false });
    const driver = await moving(drivers);
    driver.readings$.next({ kind: 'turnRate', at: wallTime.now(), turnRate: Number.NaN } as Reading);
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'faulted' } });
  });
});

describe('a simulated body', () => {
  it('moves with its own clock: the robot arrives', async () => {
    const robot = loadRobot('scout');
    const body = simulatedRobot(robot);
    const model = prepareModel(robot, arrive({ target: [0.3, 0] }));
    const ended = runMission({
      model,
      initial: startLoop(model, { at: 0, pose: ORIGIN, speed: 0, seed: 1 }),
      until: 'at rest',
      open: async () => body,
      interrupted$: new Subject<void>(),
      terminal: { input: new PassThrough(), output: new PassThrough() as unknown as NodeJS.WriteStream },
      listens: false,
      attended: false,
    });
    expect(await settled(ended)).toMatchObject({ ending: { kind: 'arrived' }, motorsOff: true });
    expect(body.truth().pose.x).toBeCloseTo(0.3, 2);
  });
});
