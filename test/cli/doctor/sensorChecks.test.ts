/** What `doctor` says of sensors on the bus of an emulated board with the real firmware. */
import { describe, expect, it } from 'vitest';
import { AvrBoard } from '../../../sim/avr/board.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { checkBoard } from '../../../src/cli/doctor/boardChecks.js';
import { Lsm6ds3Chip } from '../../../src/kit/sensors/lsm6ds3.js';
import { sensor } from '../../sim/avr/wiredRobot.js';
import { WIRED } from '../../sim/bodies.js';
import { chipOf } from '../../support/busChips.js';

async function sensorRows(types: readonly string[], rewire: (board: AvrBoard) => void) {
  const board = new AvrBoard(loadFirmware());
  rewire(board);
  const robot = { ...WIRED, sensors: types.map((type) => sensor(type)) };
  const checking = checkBoard(new EmulatedPort(board), new VirtualTime(board), robot);
  const nextTurn = () => new Promise((done) => setImmediate(done));
  const rows = await untilSettled(board, checking, { nextTurn });
  return rows
    .filter(({ check }) => check === 'sensor')
    .map(({ state, found, cure }) => ({ state, found, cure }));
}

describe('the sensors of a board', () => {
  it('that is a QMC5883L where the file says HMC5883L is wrong, and the other way round', async () => {
    const asHmc = await sensorRows(['hmc5883l'], (board) => board.i2c.attach(0x0d, chipOf('qmc5883l')));
    expect(asHmc).toEqual([
      {
        state: 'wrong',
        found: "'hmc5883l': a QMC5883L answers at 0x0D of the I2C bus",
        cure: "the sensor 'hmc5883l' is an HMC5883L at 0x1E; write `type: qmc5883l` for it, or connect an HMC5883L",
      },
    ]);
    const [asQmc] = await sensorRows(['qmc5883l'], (board) => board.i2c.attach(0x1e, chipOf('hmc5883l')));
    expect(asQmc).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('an HMC5883L answers at 0x1E'),
    });
  });

  it('that does not answer, or is an unknown chip, is wrong; a compass without a field is looked at', async () => {
    const [none] = await sensorRows(['qmi8658'], () => {});
    expect(none).toMatchObject({
      state: 'wrong',
      found: "'qmi8658': nothing answers at 0x6B of the I2C bus",
      cure: 'check its wires SDA, SCL and GND, and its supply',
    });
    const [unknown] = await sensorRows(['lsm6ds3'], (board) => board.i2c.attach(0x6a, new Lsm6ds3Chip(0x71)));
    expect(unknown?.found).toBe("'lsm6ds3': another chip answers at 0x6A of the I2C bus, with 0x71");
    const [mute] = await sensorRows(['qmc5883l'], (board) => board.i2c.attach(0x0d, chipOf('qmc5883l')));
    expect(mute).toMatchObject({ state: 'warning', found: expect.stringContaining('measures nothing') });
  });

  it('are none for a robot whose sensors are at pins', async () => {
    expect(await sensorRows([], () => {})).toEqual([]);
  });

  it('names a sensor that no board reads', async () => {
    const [row] = await sensorRows(['sonar'], () => {});
    expect(row).toMatchObject({
      state: 'warning',
      found: "no board reads 'sonar' (sonar): it measures in simulation only, and nothing here",
    });
  });
});
