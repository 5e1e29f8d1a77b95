/** The parts of the loop, for programs that build their own: `import … from 'steerbot/control'`. */
export { type MissionSpec, missionBehavior, type OwnBehaviors } from '../steering/mission.js';
export { modelFor, slowed } from './changedModel.js';
export { fromNow, wallClock, wallTime } from './clock.js';
export { controlLoop, type LoopInputs, loopStates, type TickedState } from './loop.js';
export { resumeMission } from './placing.js';
export { notReady } from './readiness.js';
export { receive } from './receive.js';
export { prepareModel, type RobotModel } from './robotModel.js';
export { type LoopState, resumeStopped, type Start, startLoop } from './state.js';
export { type Folded, step } from './step.js';
