/** Emulated boards whose motors hang on VNH5019 chips, which report a fault on the pin that enables them. */
import { describe, expect, it } from 'vitest';
import { AvrBoard } from '../../../sim/avr/board.js';
import { toCycles } from '../../../sim/avr/clock.js';
import { EmulatedBody } from '../../../sim/avr/emulatedBody.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { emulatedBodies } from '../../../sim/avr/loadEmulated.js';
import { firmwareOf } from '../../../sim/avr/loadFirmware.js';
import { MotorDuties } from '../../../sim/avr/motorDuty.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { simulate } from '../../../sim/engine/run.js';
import { loadScenario } from '../../../sim/scenario/loadScenario.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';
import { openDriver } from '../../../src/drivers/openDriver.js';
import { boardInputs } from '../../../src/sensors/boardInputs.js';
import type { Reading } from '../../../src/signals/signals.js';
import { readScenario } from '../session/opened.js';
import { motorsWired, ON_PINS } from './motorWirings.js';

const nextTurn = () => new Promise((done) => setImmediate(done));
const STILL = { left: 0, right: 0 };
const FORMS = [
  ['a VNH5019 shield', [9, 10], [6, 12]],
  ['{pwm, dir, cdir, enableDiag}', [5, 6], [13, 16]],
] as const;

async function driving(form: string) {
  const robot = await motorsWired(ON_PINS[form] ?? {});
  const { board, driver } = robot;
  const trips: Reading[] = [];
  driver.readings$.subscribe((reading) => reading.kind === 'tripped' && trips.push(reading));
  await robot.arm();
  robot.drive(0.3, 0.3);
  const isLow = (pin: number) => board.outputs.isDriven(pin) && board.outputs.dutyOf(pin) === 0;
  return { ...robot, trips, isLow };
}

describe.each(FORMS)('a robot with %s', (form, pwm, lines) => {
  it('lets its chips report: open, EN/DIAG is no output, and the motors turn', async () => {
    const { board, drive, trips } = await driving(form);
    expect(lines.map((pin) => [board.outputs.isDriven(pin), board.hasPullUp(pin)])).toEqual([
      [false, true],
      [false, true],
    ]);
    for (let i = 0; i < 10; i++) drive(0.3, -0.3);
    expect(drive(0.3, -0.3).left).toBeCloseTo(0.3, 1);
    expect(trips).toEqual([]);
  });

  it.each(['left', 'right'] as const)(
    'has all its motors off 50 ms after a fault of the %s chip',
    async (side) => {
      const { board, motors, run, driver, drive, duties, isLow, trips } = await driving(form);
      motors.strikeChip(side, true);
      driver.drive({ left: 0.3, right: 0.3 });
      run(0.02);
      driver.drive({ left: 0.3, right: 0.3 });
      run(0.03);
      expect(pwm.map((pin) => board.outputs.dutyOf(pin))).toEqual([0, 0]);
      expect(lines.map(isLow)).toEqual([true, true]);
      expect(trips).toEqual([
        expect.objectContaining({
          cause: 'motorDriver',
          why: expect.stringContaining(`the chip of the ${side} motor reports a fault`),
        }),
      ]);
      drive(0.3, 0.3);
      expect(duties()).toEqual(STILL);
    },
  );

  it('drives again once its chip is well, and is stopped again while it is not', async () => {
    const { motors, run, arm, drive, trips } = await driving(form);
    motors.strikeChip('left', true);
    run(0.05);
    await arm();
    run(0.15);
    for (let i = 0; i < 3; i++) drive(0.3, 0.3);
    expect(trips).toHaveLength(2);
    expect(drive(0.3, 0.3)).toEqual(STILL);
    motors.strikeChip('left', false);
    await arm();
    for (let i = 0; i < 3; i++) drive(0.3, 0.3);
    expect(drive(0.3, 0.3).left).toBeCloseTo(0.3, 1);
    expect(trips).toHaveLength(2);
  });
});

describe('the preset pololu-vnh5019', () => {
  it.each(['left', 'right'] as const)(
    'stops within 100 ms when its %s chip fails on the way, and names the fault',
    async (side) => {
      const robot = loadRobot('pololu-vnh5019');
      const board = new AvrBoard(firmwareOf('uno'));
      const motors = new MotorDuties(board, robot.motors);
      const opening = openDriver(robot, new EmulatedPort(board), {
        time: new VirtualTime(board),
        inputs: boardInputs(robot),
      });
      const driver = await untilSettled(board, opening, { nextTurn });
      await untilSettled(board, driver.arm(), { nextTurn });
      const failing = board.now + 1;
      const before: number[] = [];
      const offAt: number[] = [];
      board.events.at(toCycles(failing), () => {
        before.push(...[9, 10].map((pin) => board.outputs.dutyOf(pin)));
        motors.strikeChip(side, true);
      });
      board.outputs.changes$.subscribe(({ at }) => {
        const isOff = [9, 10].every((pin) => board.outputs.dutyOf(pin) === 0);
        if (isOff && offAt.length === 0 && before.length > 0) offAt.push(at / 16e6 - failing);
      });
      const scenario = { ...loadScenario('first-drive', { robot: 'pololu-vnh5019' }), duration: 2 };
      const { robots } = await simulate(scenario, {
        bodyOf: (context) => new EmulatedBody(board, driver, context, motors),
      });
      expect(before.every((duty) => duty > 0.1)).toBe(true);
      expect(offAt[0]).toBeGreaterThan(0.02);
      expect(offAt[0]).toBeLessThan(0.1);
      expect([9, 10].map((pin) => board.outputs.dutyOf(pin))).toEqual([0, 0]);
      expect(robots[0]).toMatchObject({
        outcome: 'faulted',
        faults: [{ kind: 'motorDriverFault', what: expect.stringContaining(`the ${side} motor`) }],
      });
    },
  );
});

describe("a scenario's motorDriverFault", () => {
  const struck = (side: string) =>
    readScenario(`
duration: 3 s
faults: [{ at: 1 s, fault: motorDriverFault, side: ${side} }]
robots: [{ id: a, robot: pololu-vnh5019, mission: { seek: { target: [3, 0] } } }]
criteria: [{ stopped: { robot: a, within: 0.1 s, why: motorDriverFault } }]
`);

  it.each(['left', 'right'])(
    'of the %s motor stops the simulated and the emulated body within 0.1 s',
    async (side) => {
      const scenario = struck(side);
      for (const bodyOf of [undefined, await emulatedBodies(scenario)]) {
        const { passed, robots } = await simulate(scenario, { ...(bodyOf && { bodyOf }) });
        expect(passed).toBe(true);
        expect(robots[0]).toMatchObject({
          outcome: 'faulted',
          faults: [
            { kind: 'motorDriverFault', what: expect.stringContaining(`the chip of the ${side} motor`) },
          ],
          injected: [{ at: 1, kind: 'motorDriverFault' }],
        });
      }
    },
  );

  it('is refused for a robot whose chips cannot tell', () => {
    const scout = `
duration: 3 s
faults: [{ at: 1 s, fault: motorDriverFault }]
robots: [{ id: a, robot: scout, mission: { seek: { target: [3, 0] } } }]
`;
    expect(() => readScenario(scout)).toThrow(
      /no robot of the scenario has a motor chip that reports faults/,
    );
  });
});
