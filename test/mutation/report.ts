/** What came of the mutants: a line for each file, and each survivor with its place. */
import type { Fate } from './hunt.js';
import { namedAs, outdated, type Survivor } from './survivors.js';

export interface FileFigures {
  readonly file: string;
  readonly mutants: number;
  readonly killed: number;
  /** Survivors that are named with their reason. */
  readonly named: number;
  readonly survived: number;
}

function figuresOf(file: string, fates: readonly Fate[], survivors: readonly Survivor[]): FileFigures {
  const alive = fates.filter(({ killedBy }) => killedBy === null);
  const named = alive.filter(({ mutant }) => namedAs(survivors, mutant)).length;
  const killed = fates.length - alive.length;
  return { file, mutants: fates.length, killed, named, survived: alive.length - named };
}

export interface Report {
  readonly files: readonly FileFigures[];
  readonly total: FileFigures;
  readonly survivors: readonly (Fate & { readonly why: string | null })[];
  readonly outdated: ReturnType<typeof outdated>;
}

export function reportOn(
  fates: readonly Fate[],
  all: readonly Fate['mutant'][],
  survivors: readonly Survivor[],
): Report {
  const files = [...new Set(fates.map(({ mutant }) => mutant.file))].sort();
  const alive = fates.filter(({ killedBy }) => killedBy === null);
  return {
    files: files.map((file) => {
      const ofFile = fates.filter(({ mutant }) => mutant.file === file);
      return figuresOf(file, ofFile, survivors);
    }),
    total: figuresOf('all', fates, survivors),
    survivors: alive.map((fate) => ({ ...fate, why: namedAs(survivors, fate.mutant)?.why ?? null })),
    outdated: outdated(survivors, all, fates),
  };
}

const rowOf = ({ file, mutants, killed, named, survived }: FileFigures): string => {
  const share = mutants > 0 ? `${((100 * killed) / mutants).toFixed(1)} %` : '';
  return [mutants, killed, named, survived]
    .map((n) => String(n).padStart(8))
    .concat(share.padStart(8), `  ${file}`)
    .join('');
};

const tellSurvivor = ({ mutant, reachedBy, why }: Report['survivors'][number]): string[] => {
  const { file, line, id, operator, code, becomes } = mutant;
  const reason = why ?? (reachedBy === 0 ? 'no test executes it' : `${reachedBy} test files execute it`);
  return [`${file}:${line}  #${id}  ${operator}: ${reason}`, `    - ${code}`, `    + ${becomes}`];
};

export function tell(report: Report): string {
  const unknown = report.survivors.filter(({ why }) => why === null);
  const known = report.survivors.filter(({ why }) => why !== null);
  return [
    ' mutants  killed   named survived  killed',
    ...report.files.map(rowOf),
    rowOf(report.total),
    ...(known.length > 0 ? ['', 'Survivors that cannot matter:', ...known.flatMap(tellSurvivor)] : []),
    ...(unknown.length > 0 ? ['', 'Survivors:', ...unknown.flatMap(tellSurvivor)] : []),
    ...report.outdated.map(
      ({ entry, because }) => `survivors.json: ${because}: ${entry.file}: ${entry.becomes}`,
    ),
  ].join('\n');
}
