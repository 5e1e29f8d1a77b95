import { describe, expect, it } from 'vitest';
import { AvrBoard } from '../../../sim/avr/board.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { MotorDuties } from '../../../sim/avr/motorDuty.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { checkBoard } from '../../../src/cli/doctor/boardChecks.js';
import { driverRow } from '../../../src/cli/doctor/driverChecks.js';
import { loadRobot } from '../../../src/config/loadDefinition.js';

const nextTurn = () => new Promise((done) => setImmediate(done));

async function rowsOf(name: string, struck?: 'left' | 'right') {
  const robot = loadRobot(name);
  const board = new AvrBoard(loadFirmware());
  const motors = new MotorDuties(board, robot.motors);
  if (struck) motors.strikeChip(struck, true);
  const checking = checkBoard(new EmulatedPort(board), new VirtualTime(board), robot);
  const rows = await untilSettled(board, checking, { nextTurn });
  return rows.filter(({ check }) => check === 'motor driver');
}

describe('the chips of the motors', () => {
  it('are told to have no fault, each by its pin', async () => {
    expect(await rowsOf('pololu-vnh5019')).toMatchObject([
      { state: 'ok', found: "EN/DIAG of the left motor's chip, pin 6, is high: no fault" },
      { state: 'ok', found: "EN/DIAG of the right motor's chip, pin 12, is high: no fault" },
    ]);
  });

  it('are wrong where one reports a fault, with what to do', async () => {
    expect(await rowsOf('pololu-vnh5019', 'right')).toMatchObject([
      { state: 'ok' },
      {
        state: 'wrong',
        found: expect.stringContaining('pin 12, is low'),
        cure: expect.stringContaining('cool'),
      },
    ]);
  });

  it('are not looked at where they cannot tell', async () => {
    expect(await rowsOf('scout')).toEqual([]);
  });

  it('are wrong where the board does not report them', () => {
    expect(driverRow('left', 6, undefined)).toMatchObject({ state: 'wrong', cure: 'reset the board' });
  });
});
