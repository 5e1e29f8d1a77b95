/** What `steerbot drive` is told to do: turns one option into the mission that a file would hold. */
import { loadMission, loadPath } from '../../config/loadDefinition.js';
import { missionSchema } from '../../config/mission/missionSchema.js';
import type { MissionSpec, OwnBehaviors } from '../../steering/mission.js';
import { UsageError } from '../terminal/exitCodes.js';

export interface MissionOptions {
  readonly seek?: string;
  readonly arrive?: string;
  readonly path?: string;
  readonly mission?: string;
  /** For targets that are chosen on the page. */
  readonly wait?: boolean;
}

const MISSION_OPTIONS = '--seek x,y, --arrive x,y, --path FILE, --mission FILE or --wait';

/** Waits for a target from the page. */
const IDLE_MISSION: MissionSpec = { behavior: 'prioritize', children: [] };

export const isIdle = (mission: MissionSpec): boolean => mission === IDLE_MISSION;

/** @throws UsageError, or FileError for the content of a file */
export function drivenMission(options: MissionOptions, behaviors: OwnBehaviors = {}): MissionSpec {
  const given = (['seek', 'arrive', 'path', 'mission', 'wait'] as const).filter(
    (key) => options[key] !== undefined,
  );
  const [key] = given;
  if (key === undefined) throw new UsageError(`there is nothing to do; give one of ${MISSION_OPTIONS}`);
  if (given.length > 1) {
    throw new UsageError(`--${given.join(' and --')} are given; give only one of ${MISSION_OPTIONS}`);
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

/** A bare number is metres; the schema reads a text with a unit. */
const asNumber = (text: string): number | string =>
  text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

function checked(value: unknown, written: string): MissionSpec {
  const { data, error } = missionSchema().safeParse(value);
  if (data) return data;
  const why = [...new Set(error.issues.map(({ message }) => message))].join('; ');
  throw new UsageError(`${written}: ${why}`);
}

/** A real robot cannot see a scenario's movers and robots. */
function onlyPoints(mission: MissionSpec, file: string): MissionSpec {
  const stranger = /"(mover|robot)":"([^"]*)"/.exec(JSON.stringify(mission));
  if (stranger) {
    throw new UsageError(
      `${file}: the ${stranger[1]} '${stranger[2]}' exists only in a simulation; give a real robot points [x, y]`,
    );
  }
  return mission;
}
