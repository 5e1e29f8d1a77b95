import { describe, expect, it } from 'vitest';
import { AvrBoard } from '../../../sim/avr/board.js';
import { EchoModule } from '../../../sim/avr/echoModule.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import { checkBoard } from '../../../src/cli/doctor/boardChecks.js';
import { parseRobot } from '../../../src/config/robot/robotFile.js';

const robot = parseRobot(
  `name: eyes
board: uno
firmware: steerbot
chassis: { mass: 450 g, radius: 90 mm, track: 141 mm }
wheels: { diameter: 70 mm }
motors: { left: { pwm: 9, dir: 7 }, right: { pwm: 10, dir: 8 }, noLoadSpeed: 0.6 m/s, deadband: 0.08 }
sensors:
  - { id: front, type: hc-sr04, trigger: 2, echo: 3, at: [80 mm, 0], facing: 0 deg }
  - { id: left, type: hc-sr04, trigger: 4, echo: 5, at: [80 mm, 0], facing: 30 deg }
  - { id: right, type: hc-sr04, trigger: 12, echo: 13, at: [80 mm, 0], facing: -30 deg }
  - { id: back, type: hc-sr04, trigger: A0, echo: A1, at: [-80 mm, 0], facing: 180 deg }
limits: { speed: 0.5 m/s, acceleration: 1 m/s², turnRate: 6 rad/s }
control: { rate: 50 Hz, responseTime: 100 ms }
`,
  'eyes.yaml',
);

describe('doctor, of sonars', () => {
  it('says what each hears, which does not answer and which is stuck; afterwards their pins are free', async () => {
    const board = new AvrBoard(loadFirmware());
    const eyes = [
      [2, 3],
      [4, 5],
      [12, 13],
      [14, 15],
    ].map(([trigger = 0, echo = 0]) => new EchoModule(board, { trigger, echo }));
    const [front, left, , back] = eyes;
    if (!front || !left || !back) throw new Error('there are four');
    front.distance = 0.52;
    left.missing = true;
    back.holdHigh();
    const nextTurn = () => new Promise((done) => setImmediate(done));
    const checking = checkBoard(new EmulatedPort(board), new VirtualTime(board), robot);
    const rows = await untilSettled(board, checking, { nextTurn, timeout: 60 });
    const sensors = rows.filter(({ check }) => check === 'sensor');
    expect(sensors.map(({ state, found }) => [state, found])).toEqual([
      ['ok', "'front': hears something 0.52 m ahead"],
      ['wrong', expect.stringMatching(/^range sensor 'left' does not answer its trigger/)],
      ['ok', "'right': answers, and hears nothing within 4.3 m"],
      ['wrong', expect.stringMatching(/^range sensor 'back' holds its echo line high/)],
    ]);
    const pings: number[] = [];
    board.outputs.changes$.subscribe(({ pin }) => pings.push(pin));
    board.runUntil(board.now + 0.5);
    expect(pings).toEqual([]);
  });
});
