/** Missions that may be chosen while a scenario runs, as they are written: `missions: { seek: { seek: … } }`. */
import { z } from 'zod';
import { missionSchema } from '../../src/config/mission/missionSchema.js';
import type { OwnBehaviors } from '../../src/steering/mission.js';
import type { NamedMission } from './scenario.js';

/** One for each of the keys 1 to 9. */
const MOST = 9;

export const missionsSchema = (own: OwnBehaviors | undefined) =>
  z
    .record(z.string().min(1), missionSchema(own))
    .superRefine((missions, context) => {
      const { length } = Object.keys(missions);
      if (length > 0 && length <= MOST) return;
      context.addIssue(
        `${length} missions are found; 1 to ${MOST} are wanted, one for each key; remove some`,
      );
    })
    .transform((missions): NamedMission[] =>
      Object.entries(missions).map(([name, mission]) => ({ name, mission })),
    );
