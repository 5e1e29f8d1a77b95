import { expect, it, vi } from 'vitest';
import { flash } from '../../../src/cli/flash/flash.js';
import { portInfo } from '../../../src/drivers/serial/ports.js';

const MEGA = { path: '/dev/no-board', vendorId: '2341', productId: '0042' };

vi.mock('../../../src/cli/drive/findPort.js', () => ({ findPort: async () => portInfo(MEGA) }));

it('a board that is another one by its USB port is refused before its port is opened', async () => {
  await expect(flash('uno', { port: 'auto', yes: true })).rejects.toThrow(
    '/dev/no-board: this is the wrong board, an Arduino Mega 2560; connect the Arduino Uno',
  );
});
