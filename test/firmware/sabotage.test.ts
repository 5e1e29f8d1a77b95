import { describe, expect } from 'vitest';
import { AvrBoard } from '../../sim/avr/board.js';
import { loadFirmware } from '../../sim/avr/loadFirmware.js';
import { Avr8jsBoard } from '../support/boards/avr8jsBoard.js';
import { builtFirmware } from '../support/builtFirmware.js';
import { Mortal } from '../support/deaths.js';
import { itThorough } from '../support/effort.js';
import { long, MOTORS, RawHost, REPORT, SCOUT_MOTORS, STALL, short } from '../support/emulated.js';
import { fuzzBoard } from '../support/lineFuzz.js';
import { isMissing } from '../support/tools.js';

/** The firmware without one of its guards. */
const without = (guard: string) => builtFirmware('steerbot', '--define', `STEERBOT_NO_${guard}`);

/** The duty of a motor after a second at full duty, in which no encoder counts. */
function powerOfBlockedWheel(program: Uint16Array): number {
  const host = new RawHost(new AvrBoard(program));
  host.run(0.1);
  host.send(MOTORS, [...SCOUT_MOTORS, ...short(1000), 100]);
  host.send(REPORT, [2, 4, 3, 5, ...short(20)]);
  host.send(STALL, [...short(200), ...long(1000), ...short(200), ...long(1000)]);
  host.arm();
  for (let i = 0; i < 50; i++) {
    host.drive(1000, 1000);
    host.run(0.02);
  }
  return host.board.outputs.dutyOf(9);
}

/** The tests of the firmware would be worth nothing if they passed all the same. */
describe.skipIf(isMissing('avr-gcc', 'gcc-avr'))('a firmware that is sabotaged is found out', () => {
  itThorough('without its dead-man: the motors run on', () => {
    const robot = new Mortal(without('DEADMAN'), 7);
    expect(robot.live('the host is killed').off).toBe(Number.POSITIVE_INFINITY);
  });

  itThorough('without its latch: old frames start the motors again', () => {
    const robot = new Mortal(without('LATCH'), 7);
    expect(robot.live('the host is killed')).toMatchObject({ restarted: false });
    expect(robot.live('the host is frozen, and its old frames come later')).toMatchObject({
      restarted: true,
    });
  });

  itThorough('without its checksum: corrupted frames are acted upon', async () => {
    const { actedUpon } = await fuzzBoard(new Avr8jsBoard(without('CRC'), 3), 1000, 3);
    expect(actedUpon).toBeGreaterThan(10);
  });

  itThorough('without its stall check: a blocked wheel keeps its power', () => {
    expect(powerOfBlockedWheel(without('STALL'))).toBeGreaterThan(0.9);
  });

  itThorough('whole, with the same checks, it is not', async () => {
    expect(powerOfBlockedWheel(loadFirmware())).toBe(0);
    const robot = new Mortal(loadFirmware(), 7);
    expect(robot.live('the host is killed').off).toBeLessThan(0.25);
    expect(robot.live('the host is frozen, and its old frames come later').restarted).toBe(false);
    expect(await fuzzBoard(new Avr8jsBoard(loadFirmware(), 3), 1000, 3)).toMatchObject({ actedUpon: 0 });
  });
});
