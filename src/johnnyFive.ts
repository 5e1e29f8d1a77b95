/** `steerbot/johnny-five`: a robot on a program's own johnny-five. */
export { type JohnnyFiveParts, johnnyFiveRobot } from './drive/johnnyFiveRobot.js';
export type {
  FiveBoard,
  FiveButton,
  FiveEmitter,
  FiveEncoder,
  FiveGyro,
  FiveImu,
  FiveMotor,
  FivePart,
  FiveProximity,
  FiveSensor,
  FiveServo,
} from './drivers/onFive/fiveParts.js';
