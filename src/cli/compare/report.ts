/** What a comparison found, as text for people and as a document for programs. */
import pc from 'picocolors';
import { SPAN } from '../../identify/recordedMotors.js';
import { shownMeasured, shownQuantity } from '../calibrate/report.js';
import { alignColumns } from '../terminal/terminal.js';
import type { BodyCause, Drift, DriftExplanation } from './explain.js';
import type { RecordedRun } from './recordedRun.js';

/** A figure that explains less is not worth a line. */
const WORTH = 0.005;

export function reportComparison(run: RecordedRun, found: DriftExplanation): string {
  const { robot, log } = run;
  const { way, drift, spans } = found;
  const seconds = (log.duties.at(-1)?.at ?? 0) - (log.duties[0]?.at ?? 0);
  const seen = log.fixes.length > 0 ? `, ${log.fixes.length} fixes` : '';
  const held = spans.count - spans.used;
  return [
    `${pc.bold(robot.name)}: ${seconds.toFixed(1)} s, ${way.toFixed(1)} m of way${seen}`,
    `  its commands through the body of its file: ${shownDrift(drift.file)}`,
    `  through the body found below:              ${shownDrift(drift.found)}`,
    ...(held > 0
      ? [`  ${held} of ${spans.count} parts of ${SPAN} s left out: something held or pushed it`]
      : []),
    '',
    ...causeLines(found.causes),
    ...missingLines(run, found),
  ].join('\n');
}

const shownDrift = ({ share, end }: Drift): string =>
  `${(100 * share).toFixed(1)} cm per metre off within ${SPAN} s, ${end.toFixed(2)} m at the end`;

function causeLines(causes: readonly BodyCause[]): string[] {
  const sure = causes.filter(({ isSure, explains }) => isSure && explains > WORTH);
  const others = causes.filter((cause) => !sure.includes(cause));
  const rows = sure.map(({ name, unit, measured, file, explains }) => [
    `  ${name}`,
    shownQuantity(file, unit),
    shownMeasured(measured, unit),
    `${(100 * explains).toFixed(0)} %`,
  ]);
  const [head = '', ...lines] = alignColumns([
    ['  what differs', 'in the file', 'measured', 'explains'],
    ...rows,
  ]);
  const rest = others.map(({ name, unit, measured }) => `${name} ${shownMeasured(measured, unit)}`);
  return [
    ...(sure.length > 0
      ? [pc.dim(head), ...lines]
      : ['  the body is as its file says, as far as this tells']),
    ...(rest.length > 0 ? [pc.dim(`  no cause: ${rest.join(', ')}`)] : []),
  ];
}

/** What nothing in the recording tells. */
function missingLines({ robot }: RecordedRun, { causes }: DriftExplanation): string[] {
  const has = (name: string) => causes.some((cause) => cause.name === name);
  if (!robot.encoders)
    return [pc.dim('  without encoders delay, lag and dead band cannot be told, nor a wheel from its motor')];
  if (has('wheels')) return [];
  const missing = ['wheels', 'right wheel by left', 'track'].filter((name) => !has(name));
  return [pc.dim(`  nothing here tells: ${missing.join(', ')}`)];
}

/** In SI. @param written the plant's file; null where none was asked for */
export function comparisonDocument(
  { robot, log }: RecordedRun,
  { causes, drift, slip, way, spans }: DriftExplanation,
  written: string | null,
) {
  return {
    robot: robot.name,
    seconds: (log.duties.at(-1)?.at ?? 0) - (log.duties[0]?.at ?? 0),
    way,
    fixes: log.fixes.length,
    drift,
    spans,
    figures: causes.map(({ name, unit, measured, file, explains, isSure }) => ({
      name,
      unit,
      ...measured,
      file,
      explains,
      isSure,
    })),
    slip: slip ?? null,
    plant: written,
  };
}
