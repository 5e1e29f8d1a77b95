/** What `doctor` has found, for people, within the 80 columns of a terminal. */
import pc from 'picocolors';
import type { Row, State } from './row.js';

const WIDTH = 80;
/** Of the mark and the name of a check. */
const MARGIN = 17;

const MARKS: Readonly<Record<State, string>> = {
  ok: pc.green('✓'),
  warning: pc.yellow('!'),
  wrong: pc.red('✗'),
  skipped: pc.dim('–'),
};

export function report(rows: readonly Row[]): string {
  return [...rows.flatMap(linesOf), summary(rows)].join('\n');
}

function linesOf({ check, state, found, cure }: Row): string[] {
  const [first = '', ...more] = wrapped(found, WIDTH - MARGIN);
  const cures = cure === null ? [] : wrapped(cure, WIDTH - MARGIN - 2);
  const indent = ' '.repeat(MARGIN);
  return [
    `${MARKS[state]} ${check.padEnd(MARGIN - 2)}${first}`,
    ...more.map((line) => `${indent}${line}`),
    ...cures.map((line, i) => `${indent}${i === 0 ? '→' : ' '} ${line}`),
  ];
}

function summary(rows: readonly Row[]): string {
  const count = (wanted: State) => rows.filter(({ state }) => state === wanted).length;
  const [wrongs, warnings] = [count('wrong'), count('warning')];
  if (wrongs + warnings === 0) return pc.green('nothing wrong');
  const said = [
    ...(wrongs > 0 ? [`${wrongs} wrong`] : []),
    ...(warnings > 0 ? [`${warnings} to look at`] : []),
  ];
  return (wrongs > 0 ? pc.red : pc.yellow)(said.join(', '));
}

/** A word that is too long for a line has one of its own. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
