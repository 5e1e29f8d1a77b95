/** Computes the other futures of a recording for a page, a little at a time: the page's own work goes on beside it. */

import { alternativesOf } from '../../../../sim/why/alternatives.js';
import type { Helping } from '../../../../sim/why/whatHelps.js';
import type { Seconds } from '../../../math/units.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { Branching, FutureNews } from '../../../session/futures.js';
import { firstLineOf } from '../../../session/operations.js';
import type { Operation, WhyView } from '../../../signals/view.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
import { FileError } from '../../../validation/errors.js';
import { branchedRun, scenarioAt } from '../../sim/pastRun.js';
import { isDrive, trustOf, trustWords } from './drivenRun.js';
import { runFuture } from './future.js';
import type { AskedFuture } from './futureRun.js';
import { PreparedFuture } from './preparedFuture.js';
import { explanationOf } from './why.js';

/** What a page can change in a recording. */
const CAN: readonly Operation['kind'][] = ['tune', 'goTo', 'follow', 'move', 'choose'];

/** Undefined for a recording that cannot be run again, such as that of a real robot. */
export function branchingOf(recording: Recording, own: OwnBehaviors): Branching | undefined {
  try {
    branchedRun(recording, own, { at: 0, settings: [] });
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
  let helping: readonly Helping[] = [];
  const ended = (
    work: (isEnded: () => boolean) => Promise<void>,
    refused: (why: string) => void,
  ): (() => void) => {
    let isEnded = false;
    void work(() => isEnded).catch((error: unknown) => !isEnded && refused(firstLineOf(error)));
    return () => {
      isEnded = true;
    };
  };
  const trustAt = async (at: Seconds): Promise<readonly string[]> => {
    const unchanged = await runFuture(recording, { at, settings: [] }, { own, toItsEnd: true });
    const [ticks = []] = unchanged.ticks.values();
    return trustWords(trustOf(recording, at, ticks));
  };
  const prepared = new PreparedFuture(recording, own);
  const future = (
    asked: AskedFuture,
    operations: readonly Operation[],
    tell: (news: FutureNews) => void,
  ): (() => void) =>
    ended(
      async (isEnded) => {
        try {
          const run = await prepared.take(asked, operations);
          await run.goOn((news) => !isEnded() && tell(news), isEnded);
          if (!isEnded() && isDrive(recording)) tell({ trust: await trustAt(asked.at) });
        } finally {
          prepared.done();
        }
      },
      (why) => tell({ state: 'refused', why }),
    );
  return {
    can: CAN,
    prepare: (at) => prepared.prepare(at),
    leave: (shown) => prepared.leave(shown),
    close: () => prepared.close(),
    begin: (at, operation, tell) => future({ at }, [operation], tell),
    explain: (tell) =>
      ended(
        (isEnded) =>
          explained(
            recording,
            own,
            (now) => {
              helping = now;
            },
            (news) => !isEnded() && tell(news),
            isEnded,
          ),
        (why) => tell({ tried: 0, of: 0, refused: why }),
      ),
    show: (place, tell) => {
      const one = helping[place];
      return one && future({ at: recording.duration, ...one }, [], tell);
    },
  };
}

async function explained(
  recording: Recording,
  own: OwnBehaviors,
  hear: (helping: readonly Helping[]) => void,
  tell: (news: WhyView) => void,
  isEnded: () => boolean,
): Promise<void> {
  const of = alternativesOf(scenarioAt(recording, own, recording.duration)).length;
  const began = performance.now();
  const told = (helping: readonly Helping[]) =>
    helping.map(({ words, passed, outcome, gained }) => ({
      ...{ words, passed, outcome },
      ...(gained === 0 && { isNearest: true as const }),
    }));
  tell({ tried: 0, of });
  const { tried, alternatives } = await explanationOf(
    recording,
    own,
    (now, helping) => {
      const each = (performance.now() - began) / 1000 / Math.max(1, now);
      hear(helping);
      tell({ tried: now, of, ...(now > 0 && { left: each * (of - now) }), helped: told(helping) });
    },
    isEnded,
  );
  hear(alternatives);
  tell({ tried, of, left: 0, helped: told(alternatives) });
}
