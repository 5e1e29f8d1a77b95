/** A drive with a page and a black box, and what keeps it safe when nobody at the page can be heard any more. */
import { NEVER, switchMap, timer } from 'rxjs';
import { wallTime } from '../../control/clock.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { DrivenSession } from '../../session/drivenSession.js';
import type { MissionSpec, OwnBehaviors } from '../../steering/mission.js';
import type { Addresses } from '../pageHost/messages.js';
import { recordingName } from '../pageHost/pageAddress.js';
import { type ServeOptions, serveSession } from '../pageHost/servePage.js';
import { RobotFile } from '../sim/saveTuned.js';

export interface DrivenRobot {
  /** Its name, or the path of its file; missing of a robot that a program has made. */
  readonly name?: string;
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
  readonly own: OwnBehaviors;
}

export interface DrivePageOptions extends ServeOptions {
  /** Somebody sits at the terminal. */
  readonly attended: boolean;
}

/** A page that is reloaded is back by then. */
const RELOAD_TIME_MS = 2000;

export interface DrivePage {
  readonly session: DrivenSession;
  /** Of the page; missing where there is none. */
  readonly addresses?: Addresses | undefined;
  /** However it ended: what is recorded is on the disk by then, and after a fault the last minutes too. */
  close(ending: { readonly faulted: boolean }): Promise<void>;
}

export async function openDrivePage(
  { name, robot, mission, own }: DrivenRobot,
  options: DrivePageOptions,
): Promise<DrivePage> {
  const { headless = false, attended } = options;
  const file = name === undefined ? undefined : new RobotFile(name);
  // Standard output says how it ended, and nothing where it did not begin.
  const served = await serveSession(
    options,
    process.stderr,
    (host) =>
      new DrivenSession({
        ...{ setup: { robot, mission }, own, time: wallTime, record: host.record },
        isAttended: () => host.clients > 0,
        recording: () => host.recording,
        save: (loaded, tuned) => file?.save(loaded, tuned) ?? 'the robot is in no file: nothing is saved',
        keep: () => host.keep(recordingName(robot.name)),
      }),
  );
  const { session, host } = served;
  const subscriptions = host.kept$.subscribe((kept) => {
    const words = 'trouble' in kept ? `not kept: ${kept.trouble}` : `kept in ${kept.file}`;
    session.tell('trouble' in kept ? 'warning' : 'info', words);
    process.stderr.write(`${words}\n`);
  });
  // Guards people: where nobody on the page can be heard any more, nobody on the page can stop it.
  subscriptions.add(
    host.trouble$.subscribe(({ why }) => headless || session.fail(`the page failed: ${why}`)),
  );
  // Guards people: who has sent a robot somewhere from the page, and is gone, cannot stop it there.
  subscriptions.add(
    host.clients$
      .pipe(switchMap((clients) => (clients > 0 ? NEVER : timer(RELOAD_TIME_MS))))
      .subscribe(() => {
        if (attended || !session.tookOver) return;
        session.operate({ kind: 'stop' });
        process.stderr.write('the page was closed; the robot is stopped\n');
      }),
  );
  session.start(host.show);
  return {
    session,
    addresses: host.addresses,
    async close({ faulted }) {
      if (faulted) host.keep(recordingName(robot.name));
      await served.close();
      subscriptions.unsubscribe();
    },
  };
}
