/**
 * A bridge like ser2net on this machine, with the emulated Scout behind it, in a process of its own and in real time. On
 * standard output: first a line with its TCP port, then a line of JSON for each change at the motors' PWM pins, as
 * `boardOnPty.mjs` says it, which is the board. With `BOARD_CLOCK` its clock is in that file.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('boardOnPty.mjs', import.meta.url));
const board = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'pipe'] });
board.stderr.pipe(process.stdout);
let host;
board.stdout.on('data', (bytes) => host?.write(bytes));
const server = createServer({ noDelay: true }, (socket) => {
  host = socket;
  socket.on('data', (bytes) => board.stdin.write(bytes)).on('error', () => {});
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
// The bridge dies, and the board behind it goes on.
process.on('message', () => {
  host?.destroy();
  server.close();
});
process.on('disconnect', () => {
  board.kill();
  process.exit();
});
