// Tells a robot where a camera sees it: node camera.mjs LINK < FIXES, with the page's link for driving.
// A line for each fix, in metres and seconds: x y deviation age.
import { createInterface } from 'node:readline';
import WebSocket from 'ws';

const { host, origin, hash } = new URL(process.argv[2]);
const token = new URLSearchParams(hash.slice(1)).get('token');
const protocols = ['steerbot', `steerbot.token.${token}`];
const socket = new WebSocket(`ws://${host}/live`, protocols, { origin });

socket.on('message', (text) => {
  const { kind, why } = JSON.parse(text);
  // The next picture comes only after that.
  if (kind === 'frame') socket.send(JSON.stringify({ kind: 'seen' }));
  if (kind === 'refused') console.error(why);
});
socket.on('error', ({ message }) => console.error(message));
socket.on('close', () => process.exit(1));
socket.on('open', async () => {
  for await (const line of createInterface({ input: process.stdin })) {
    const [x, y, deviation, age] = line.split(' ').map(Number);
    socket.send(JSON.stringify({ kind: 'fix', at: { x, y }, deviation, age }));
  }
  process.exit(0);
});
