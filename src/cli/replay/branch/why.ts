/** `steerbot replay FILE --why`: what would have made a failed run succeed. */
import pc from 'picocolors';
import { figureWords } from '../../../../sim/referee/lossWords.js';
import type { Result } from '../../../../sim/referee/result.js';
import type { Scenario } from '../../../../sim/scenario/scenario.js';
import { type Helping, whatHelps } from '../../../../sim/why/whatHelps.js';
import { openRecording } from '../../../recording/reading/openRecording.js';
import type { Recording } from '../../../recording/reading/recording.js';
import type { OwnBehaviors } from '../../../steering/mission.js';
import { ownBehaviorsOf } from '../../ownBehaviors.js';
import { scenarioAt } from '../../sim/pastRun.js';
import { EXIT, type ExitCode } from '../../terminal/exitCodes.js';
import { runFuture } from './future.js';

export interface WhyOptions {
  readonly json?: boolean;
  readonly behaviors?: string;
}

export interface Explained {
  readonly result: Result;
  /** How many alternatives were tried. */
  readonly tried: number;
  /** How many of them cannot be run. */
  readonly refused: number;
  /** Those that helped, the likeliest cause first. */
  readonly alternatives: readonly Helping[];
}

/** So many are told; `--json` has all. */
const TOLD = 5;

/** @throws FileError where the recording cannot be run again */
export async function why(file: string, { json, behaviors }: WhyOptions): Promise<ExitCode> {
  const own = await ownBehaviorsOf(behaviors);
  const recording = openRecording(file);
  try {
    const explained = await explanationOf(recording, own, told);
    told();
    process.stdout.write(`${json ? JSON.stringify(documentOf(file, explained)) : report(explained)}\n`);
    return EXIT.done;
  } finally {
    recording.close();
  }
}

const documentOf = (file: string, { alternatives, ...rest }: Explained) => ({
  ...{ file, ...rest },
  alternatives: alternatives.map(({ scenario: _, ...one }) => one),
});

/** How far it is, at a terminal; nothing: it is done. */
function told(tried?: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(tried === undefined ? '\r\u001b[K' : `\r${tried} alternatives tried`);
}

/** @param progress called with how many alternatives have been tried, and those that helped so far @param isEnded whether to stop trying */
export async function explanationOf(
  recording: Recording,
  own: OwnBehaviors,
  progress: (tried: number, helping: readonly Helping[]) => void,
  isEnded: () => boolean = () => false,
): Promise<Explained> {
  // The last run in it is the one that its end is of.
  const at = recording.duration;
  const scenario = scenarioAt(recording, own, at);
  // The recorded run itself, compared with the recording: another one would explain nothing.
  const { result } = await runFuture(recording, { at, settings: [] }, { own, toItsEnd: true });
  const lost = result.criteria.filter((row) => !row.passed).length;
  let tried = 0;
  let helping: readonly Helping[] = [];
  let refused = 0;
  const run = async (other: Scenario): Promise<Result | undefined> => {
    if (isEnded()) return undefined;
    progress(tried++, helping);
    try {
      const branch = { at, settings: [], scenario: other };
      // One that loses more does not help.
      const future = await runFuture(recording, branch, { own, toItsEnd: true, atMostLost: lost });
      return future.judged ? future.result : undefined;
    } catch {
      // Not every alternative is a run, such as a speed below what its motors can do: how many are none is told.
      refused += 1;
      return undefined;
    }
  };
  const soFar = (now: readonly Helping[]) => {
    helping = now;
  };
  const alternatives = result.passed ? [] : await whatHelps(scenario, result, run, soFar);
  return { result, tried, refused, alternatives };
}

function report({ result, tried, refused, alternatives }: Explained): string {
  const { scenario, passed, criteria } = result;
  if (passed) return `${pc.bold(scenario)}: it passed; there is nothing to explain`;
  const lost = criteria.filter((row) => !row.passed);
  const left = refused === 0 ? '' : ` (${refused} more cannot be run)`;
  const head = `${pc.bold(scenario)} failed: ${lost.map(figureWords).join('; ') || 'it was stopped'}`;
  if (alternatives.length === 0)
    return `${head}\n  none of ${tried - refused} alternatives${left} would have helped; each was one change from the beginning on`;
  const [first] = alternatives;
  if (first?.gained === 0)
    return `${head}\n  none of ${tried - refused} alternatives${left} would have helped; the nearest: ${first.words}  ${pc.dim(first.outcome)}`;
  const whole = alternatives.filter((one) => one.passed).length;
  const told = alternatives.slice(0, TOLD).map(({ words, passed: helps, outcome }, i) => {
    const mark = helps ? pc.green('✓') : pc.yellow('~');
    return `  ${i + 1}. ${mark} ${words}  ${pc.dim(outcome)}`;
  });
  const rest = alternatives.length > TOLD ? [`  and ${alternatives.length - TOLD} more, in --json`] : [];
  const how = `what would have helped, the likeliest cause first (${whole} of ${tried - refused} alternatives meet all${left}; ~ only a part):`;
  return [head, `  ${how}`, ...told, ...rest].join('\n');
}
