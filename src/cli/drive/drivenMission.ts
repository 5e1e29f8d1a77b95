/** What `steerbot drive` is told to do: one of its options, as the mission that a file would hold. */
import { loadMission, loadPath } from '../../config/loadDefinition.js';
import { missionSchema } from '../../config/mission/missionSchema.js';
import type { MissionSpec, OwnBehaviors } from '../../steering/mission.js';
import { UsageError } from '../terminal/exitCodes.js';

export interface MissionOptions {
  readonly seek?: string;
  readonly arrive?: string;
  readonly path?: string;
  readonly mission?: string;
  /** For what somebody at the page says. */
  readonly wait?: boolean;
}

const MISSION_OPTIONS = '--seek x,y, --arrive x,y, --path FILE, --mission FILE or --wait';

/** Stands, until somebody at the page says where to go. */
const IDLE_MISSION: MissionSpec = { behavior: 'prioritize', children: [] };

export const isIdle = (mission: MissionSpec): boolean => mission === IDLE_MISSION;

/** @throws UsageError, or FileError for what a file holds */
export function drivenMission(options: MissionOptions, behaviors: OwnBehaviors = {}): MissionSpec {
  const given = (['seek', 'arrive', 'path', 'mission', 'wait'] as const).filter(
    (key) => options[key] !== undefined,
  );
  const [key] = given;
  if (key === undefined) throw new UsageError(`nothing to do is given; give one of ${MISSION_OPTIONS}`);
  if (given.length > 1) {
    throw new UsageError(`--${given.join(' and --')} are given; one of ${MISSION_OPTIONS} is wanted`);
  }
  if (key === 'wait') return IDLE_MISSION;
  const text = options[key] ?? '';
  if (key === 'mission') return onlyPoints(loadMission(text, { behaviors }), text);
  if (key === 'path') {
    return checked({ followPath: { path: loadPath(text).map(({ x, y }) => [x, y]) } }, `--path ${text}`);
  }
  const point = text.split(',').map((part) => part.trim());
  return checked({ [key]: { target: point.map(asNumber) } }, `--${key} ${text}`);
}

/** A bare number is metres; a text with a unit is left to the schema. */
const asNumber = (text: string): number | string =>
  text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

function checked(value: unknown, written: string): MissionSpec {
  const { data, error } = missionSchema().safeParse(value);
  if (data) return data;
  const why = [...new Set(error.issues.map(({ message }) => message))].join('; ');
  throw new UsageError(`${written}: ${why}`);
}

/** Nobody tells a real robot where a scenario's movers and robots are. */
function onlyPoints(mission: MissionSpec, file: string): MissionSpec {
  const stranger = /"(mover|robot)":"([^"]*)"/.exec(JSON.stringify(mission));
  if (stranger) {
    throw new UsageError(
      `${file}: the ${stranger[1]} '${stranger[2]}' lives in a simulated world; a real robot is given points [x, y]`,
    );
  }
  return mission;
}
