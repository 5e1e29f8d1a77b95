/** Drives before the eyes of whoever opens the page, and of the black box. */

import { NEVER, switchMap, timer } from 'rxjs';
import type { RobotDefinition } from '../../robot/robot.js';
import type { MissionSpec, OwnBehaviors } from '../../steering/mission.js';
import { RobotFile } from '../sim/saveTuned.js';
import { version } from '../terminal/version.js';
import { DashboardWorker } from './dashboardWorker.js';
import { DrivenRobot } from './drivenRobot.js';
import type { Listen } from './messages.js';
import { pageFolder, recordingName, sayWhere } from './page.js';

export interface Driven {
  /** Its name, or the path of its file. */
  readonly name: string;
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
  readonly own: OwnBehaviors;
}

export interface BeforeOptions {
  /** Without a page; what happens is remembered all the same. */
  readonly headless: boolean;
  /** Somebody sits at the terminal. */
  readonly attended: boolean;
  readonly record?: string;
  readonly listen?: Listen;
}

/** A page that is reloaded is back by then. */
const LEFT_ALONE_MS = 2000;

export interface Before {
  readonly observer: DrivenRobot;
  /** However it ended: what is recorded is on the disk by then, and after a fault the last minutes too. */
  close(ending: { readonly faulted: boolean }): Promise<void>;
}

export async function driveBefore(
  { name, robot, mission, own }: Driven,
  options: BeforeOptions,
): Promise<Before> {
  const { headless, attended, record, listen } = options;
  const onlookers = await DashboardWorker.start({
    version,
    ...(record !== undefined && { record }),
    ...(!headless && { serve: { page: pageFolder, ...(listen && { listen }) } }),
  });
  const keep = () => onlookers.keep(recordingName(robot.name));
  const file = new RobotFile(name);
  const observer = new DrivenRobot({
    ...{ setup: { robot, mission }, own, keep },
    show: onlookers.show,
    record: onlookers.record,
    isThere: () => onlookers.clients > 0,
    recording: () => onlookers.recording,
    save: (loaded, tuned) => file.save(loaded, tuned),
  });
  const asked = onlookers.operations$.subscribe((operation) => observer.operate(operation));
  asked.add(
    onlookers.kept$.subscribe((kept) => {
      const words = 'trouble' in kept ? `not kept: ${kept.trouble}` : `kept in ${kept.file}`;
      observer.tell('trouble' in kept ? 'warning' : 'info', words);
      process.stderr.write(`${words}\n`);
    }),
  );
  // Guards people: where nobody on the page can be heard any more, nobody on the page can stop it.
  asked.add(
    onlookers.died$.subscribe(({ message }) => {
      if (!headless) observer.operate({ kind: 'stop' });
      process.stderr.write(`${headless ? 'the black box' : 'the page'} is gone: ${message}\n`);
    }),
  );
  // Guards people: who has sent a robot somewhere from the page, and is gone, cannot stop it there.
  asked.add(
    onlookers.clients$
      .pipe(switchMap((clients) => (clients > 0 ? NEVER : timer(LEFT_ALONE_MS))))
      .subscribe(() => {
        if (attended || !observer.tookOver) return;
        observer.operate({ kind: 'stop' });
        process.stderr.write('nobody is left at the page; stopped\n');
      }),
  );
  // Standard output says how it ended, and nothing where it did not begin.
  sayWhere(onlookers, listen, process.stderr);
  return {
    observer,
    async close({ faulted }) {
      if (faulted) keep();
      await onlookers.close();
      asked.unsubscribe();
    },
  };
}
