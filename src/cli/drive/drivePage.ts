/** A drive with a page and a recorder; stops the robot when the operators on the page can no longer be heard. */
import { NEVER, switchMap, timer } from 'rxjs';
import { wallTime } from '../../control/clock.js';
import type { RobotDefinition } from '../../robot/robot.js';
import { DrivenSession } from '../../session/drivenSession.js';
import type { MissionSpec, OwnBehaviors } from '../../steering/mission.js';
import type { Addresses, FoxgloveAddresses } from '../pageHost/messages.js';
import { recordingName } from '../pageHost/pageAddress.js';
import { type ServeOptions, serveSession } from '../pageHost/servePage.js';
import { RobotFile } from '../sim/saveTuned.js';

export interface DrivenRobot {
  /** The robot's name, or the path of its file; missing for a robot that a program has made. */
  readonly name?: string;
  readonly robot: RobotDefinition;
  readonly mission: MissionSpec;
  readonly own: OwnBehaviors;
}

export interface DrivePageOptions extends ServeOptions {
  /** An operator sits at the terminal. */
  readonly attended: boolean;
}

/** A page that is reloaded is back within this time. */
const RELOAD_TIME_MS = 2000;

export interface DrivePage {
  readonly session: DrivenSession;
  /** The page's addresses; missing without a page. */
  readonly addresses?: Addresses | undefined;
  /** Missing unless Foxglove is served. */
  readonly foxglove?: FoxgloveAddresses | undefined;
  /** Whatever the ending: afterwards the recording is on the disk, and after a fault the last minutes too. */
  close(ending: { readonly faulted: boolean }): Promise<void>;
}

export async function openDrivePage(
  { name, robot, mission, own }: DrivenRobot,
  options: DrivePageOptions,
): Promise<DrivePage> {
  const { headless = false, attended } = options;
  const file = name === undefined ? undefined : new RobotFile(name);
  // Standard output only tells how it ended, and stays empty if it never began.
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
  // Guards people: when the page's server fails, an operator on the page can no longer stop the robot.
  subscriptions.add(
    host.trouble$.subscribe(({ why }) => headless || session.fail(`the page failed: ${why}`)),
  );
  // Guards people: an operator who took over on the page and closed it can no longer stop the robot there.
  subscriptions.add(
    host.clients$
      .pipe(switchMap((clients) => (clients > 0 ? NEVER : timer(RELOAD_TIME_MS))))
      .subscribe(() => {
        if (attended || !session.tookOver) return;
        session.stop('the page was closed');
        process.stderr.write('the page was closed; the robot is stopped\n');
      }),
  );
  session.start(host.show);
  return {
    session,
    addresses: host.addresses,
    foxglove: host.foxglove,
    async close({ faulted }) {
      if (faulted) host.keep(recordingName(robot.name));
      await served.close();
      subscriptions.unsubscribe();
    },
  };
}
