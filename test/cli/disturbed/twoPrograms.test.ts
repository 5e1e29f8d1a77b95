/** Two programs want one port: the second is refused with a cure, and the first drives on undisturbed. */
import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect } from 'vitest';
import { openSerialPort } from '../../../src/drivers/serial/serialPort.js';
import { endDrives, whileDriving } from '../../support/drivenOnPty.js';
import { itThorough as it } from '../../support/effort.js';
import { isMissing } from '../../support/tools.js';
import { steerbot } from '../steerbot.js';

afterEach(endDrives);

/** Of stty. */
const FILE_OPTION = process.platform === 'darwin' ? '-f' : '-F';
const BUSY = /another program, .*\(process \d+\).*has it open/;

describe.skipIf(isMissing('socat'))('while a robot drives, a second program on its port', () => {
  it.each<[string, readonly string[], number]>([
    ['drive', ['drive', 'scout', '--seek', '1,0', '--headless'], 3],
    ['drive', ['drive', 'scout', '--seek', '1,0', '--without-deadman'], 3],
    ['flash', ['flash', 'uno', '--yes'], 3],
    ['doctor', ['doctor', 'scout'], 1],
  ])('%s is refused, and names the first', async (_, args, exitCode) => {
    const { driven, result } = await whileDriving({}, ({ robot }) =>
      steerbot([...args, '--port', robot.path]),
    );
    const { code, stdout, stderr } = result;
    const said = `${stdout}${stderr}`.replace(/\s+/g, ' ');
    expect({ code, said }).toEqual({ code: exitCode, said: expect.stringMatching(BUSY) });
    expect(said).toMatch(/close it there/);
    expect(said).toContain(`(process ${driven.child.pid})`);
    expect(driven.child.exitCode).toBeNull();
    // A busy machine may have tripped the board meanwhile.
    expect(driven.robot.isPowered() || /stopped itself/.test(driven.said())).toBe(true);
  });

  it('does not change the speed of the line', async () => {
    const { result } = await whileDriving({}, async ({ robot }) => {
      const speed = () =>
        execFileSync('stty', [FILE_OPTION, robot.path, 'speed'], { encoding: 'utf8' }).trim();
      const before = speed();
      const refused = await openSerialPort(robot.path, { baudRate: 115_200 }).catch(String);
      return { before, refused, after: speed() };
    });
    expect(result).toEqual({ before: '57600', refused: expect.stringMatching(BUSY), after: '57600' });
  });
});
