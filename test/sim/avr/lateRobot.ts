/** A robot with the real firmware behind a line with a radio's times, in virtual time. */
import { AvrBoard } from '../../../sim/avr/board.js';
import { EmulatedBody } from '../../../sim/avr/emulatedBody.js';
import { EmulatedPort } from '../../../sim/avr/emulatedPort.js';
import { loadFirmware } from '../../../sim/avr/loadFirmware.js';
import { MotorDuties } from '../../../sim/avr/motorDuty.js';
import { untilSettled, VirtualTime } from '../../../sim/avr/virtualTime.js';
import type { PlantContext } from '../../../sim/engine/body.js';
import { simulate } from '../../../sim/engine/run.js';
import type { Scenario } from '../../../sim/scenario/scenario.js';
import { checkBoard } from '../../../src/cli/doctor/boardChecks.js';
import type { CheckRow } from '../../../src/cli/doctor/checkRow.js';
import { openDriver } from '../../../src/drivers/openDriver.js';
import type { Pose } from '../../../src/math/geometry.js';
import type { RobotDefinition } from '../../../src/robot/robot.js';
import { boardInputs } from '../../../src/sensors/boardInputs.js';
import { LateLine, type Lateness } from '../../support/lateLine.js';
import { readScenario } from '../session/opened.js';

const nextTurn = () => new Promise((done) => setImmediate(done));

/** A started board behind the line. */
export function lateBoard(lateness: Lateness, seed = 1) {
  const board = new AvrBoard(loadFirmware());
  const time = new VirtualTime(board);
  const line = new LateLine(new EmulatedPort(board), time, lateness, seed);
  const settled = <T>(work: Promise<T>) => untilSettled(board, work, { nextTurn, timeout: 60 });
  return { board, time, line, settled };
}

export async function openLate(robot: RobotDefinition, lateness: Lateness, seed = 1) {
  const { board, time, line, settled } = lateBoard(lateness, seed);
  const motors = new MotorDuties(board, robot.motors);
  const driver = await settled(openDriver(robot, line, { time, inputs: boardInputs(robot) }));
  const bodyOf = (context: PlantContext) => new EmulatedBody(board, driver, context, motors);
  return { board, time, line, settled, driver, bodyOf };
}

/** What `doctor` says of the robot on such a line. */
export async function checkedOn(lateness: Lateness, robot: RobotDefinition, seed = 1) {
  const { line, time, settled } = lateBoard(lateness, seed);
  const rows = await settled(checkBoard(line, time, robot, { through: 'radio' }));
  return (check: CheckRow['check']) => rows.find((row) => row.check === check);
}

/** Round the square metre again and again, without a wall. */
function rounds(robot: RobotDefinition, duration: number): Scenario {
  const square = '[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]';
  const scene = readScenario(`
duration: ${duration} s
sensing: odometry
robots: [{ id: a, robot: scout, mission: { followPath: { path: ${square}, loop: true } } }]
`);
  return { ...scene, robots: scene.robots.map((each) => ({ ...each, robot })) };
}

export async function roundsOn(lateness: Lateness, robot: RobotDefinition, duration: number, seed = 1) {
  const { driver, settled, bodyOf } = await openLate(robot, lateness, seed);
  await settled(driver.arm());
  let farthest = 0;
  const onTick = (_: string, pose: Pose) => {
    farthest = Math.max(farthest, offSquare(pose));
  };
  const result = await simulate(rounds(robot, duration), { bodyOf, onTick, now: () => 0 });
  return { result: result.robots[0], farthest };
}

/** How far a point is off the lines of the square. */
function offSquare({ x, y }: Pose): number {
  const [sideways, along] = [Math.abs(x - 0.5), Math.abs(y - 0.5)];
  const inside = 0.5 - Math.max(sideways, along);
  return inside > 0 ? inside : Math.hypot(Math.max(0, sideways - 0.5), Math.max(0, along - 0.5));
}
