/** Of a crowd a picture shows all ways, and of one robot all that it shows of a few. */
import type { RobotTrace } from '../engine/trace.js';

/** More forces, marks and names than those of so many would be a heap. */
const FEW = 12;

/** Whose construction is shown: everybody's while they are few, else the first one's. */
export const toldOf = (traces: readonly RobotTrace[]): readonly RobotTrace[] =>
  traces.length > FEW ? traces.slice(0, 1) : traces;
