import { readFileSync } from 'node:fs';
import { afterAll, describe, expect } from 'vitest';
import { itOnce as it, itThorough } from '../support/effort.js';
import { type Fate, Hunt } from './hunt.js';
import { mutantsOf } from './mutants.js';
import { Progress } from './progress.js';
import { reportOn } from './report.js';
import { drawn } from './sample.js';
import { namedSurvivors, outdated } from './survivors.js';
import { Trials } from './trials.js';

const FILE = 'test/mutation/planted/speeds.ts';
const mutants = mutantsOf(FILE, readFileSync(FILE, 'utf8'), 0);
const made = new Set(mutants.map(({ becomes }) => becomes));

/** What comes of one line of code, or of several. */
const mutated = (code: string): string[] => mutantsOf('a.ts', code, 0).map(({ becomes }) => becomes);

describe('the mutator', () => {
  it('makes the mistakes that people make', () => {
    for (const mistake of [
      'if (speed <= 0) return 0;',
      'if (speed >= 0) return 0;',
      'if (true) return 0;',
      'if (speed < 1) return 0;',
      'return Math.max(speed, LIMIT);',
      'export const LIMIT = 8;',
      'while (n < end) n -= 1;',
      'return undefined;',
    ])
      expect(made).toContain(mistake);
  });

  it('replaces a side of &&, || and ??, leaves out elements, copies and statements, and words', () => {
    expect(mutated('f(a && b);')).toEqual(expect.arrayContaining(['f((a) || (b));', 'f(a);', 'f(b);', '']));
    expect(mutated('f(a ?? b);')).toEqual(expect.arrayContaining(['f(a);', 'f(b);']));
    expect(mutated('x = [a, ...b];')).toEqual(expect.arrayContaining(['x = [...b];', 'x = [a];']));
    expect(mutated('x = { ...a, b };')).toEqual(expect.arrayContaining(['x = ({ b });', 'x = a;']));
    expect(mutated("x = kind === 'stop';")).toEqual(expect.arrayContaining(["x = kind === '';"]));
  });

  it('does not mutate types, names, imports and texts for people', () => {
    const lines = [
      "import { a } from 'a';",
      'interface A { readonly b: 1 | 2 }',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: It is code.
      'const say = `${a + 1} of them`;',
      "const error = new DriverError('a' + 1);",
      "const text = 'the robot is lost';",
    ];
    expect(mutated(lines.join('\n'))).toEqual([]);
  });

  it('draws the same mutants for the same seed, and others for another', () => {
    const all = Array.from({ length: 1000 }, (_, i) => i);
    expect(drawn(all, 100, 1)).toEqual(drawn(all, 100, 1));
    expect(drawn(all, 100, 1)).not.toEqual(drawn(all, 100, 2));
    expect(new Set(drawn(all, 100, 1)).size).toBe(100);
    expect(drawn(all, 5000, 1)).toEqual(all);
  });
});

describe('the hunt', () => {
  const trials = new Trials(process.cwd(), [{ file: FILE, firstId: 0 }]);
  afterAll(() => trials.close());
  const told: Fate[] = [];
  const huntWith = (test: string) =>
    new Hunt(
      trials,
      () => [[`test/mutation/planted/${test}.planted.ts`]],
      (fate) => told.push(fate),
    );

  itThorough(
    'kills every mutant that its tests can notice, endless ones too, and lets the one live that they cannot',
    async () => {
      const fates = await huntWith('speeds').fatesOf(FILE, mutants);
      expect(fates).toHaveLength(mutants.length);
      // Each once, in the order in which they are known.
      expect(told.map(({ mutant }) => mutant.id).sort((a, b) => a - b)).toEqual(mutants.map(({ id }) => id));
      const alive = fates.filter(({ killedBy }) => killedBy === null);
      expect(alive.map(({ mutant }) => mutant.becomes)).toEqual(['if (speed <= 0) return 0;']);
      const [figures] = reportOn(fates, mutants, []).files;
      expect(figures).toMatchObject({ killed: mutants.length - 1, named: 0, survived: 1 });
    },
  );

  itThorough('fails where a test is red without any mutant', async () => {
    await expect(huntWith('fails').fatesOf(FILE, mutants)).rejects.toThrow('fails without a mutant');
  });
});

describe('the progress of a hunt', () => {
  it('says each mutant at once, what it changes and what killed it, and sums up where it is interrupted', () => {
    const [killed, alive] = mutants;
    if (!killed || !alive) throw new Error('there are mutants');
    const lines: string[] = [];
    const progress = new Progress(3, (line) => lines.push(line));
    progress.tell({ mutant: killed, killedBy: 'test/a.test.ts: turn 1 it: expected: 1', reachedBy: 1 });
    expect(lines).toEqual([
      `1 of 3: killed by test/a.test.ts: #0 ${FILE}:${killed.line} ${killed.operator}`,
      `    - ${killed.code}\n    + ${killed.becomes}`,
    ]);
    progress.tell({ mutant: alive, killedBy: null, reachedBy: 1 });
    expect(lines[2]).toMatch(/^2 of 3: ALIVE: #1 /);
    expect(progress.summary).toBe(
      `interrupted: 2 of 3 mutants tried, 1 killed, 1 alive\n  alive: #1 ${FILE}:${alive.line}`,
    );
  });
});

describe('the survivors that are named', () => {
  const [first] = mutants;
  if (first === undefined) throw new Error('there are mutants');
  const entry = { file: FILE, code: first.code, becomes: first.becomes, why: 'nothing reads the limit here' };
  const fate = (killedBy: string | null): Fate => ({ mutant: first, killedBy, reachedBy: 1 });

  it('can be read, each with its reason', () => {
    expect(namedSurvivors().length).toBeGreaterThan(5);
  });

  it('count as named, not as survived', () => {
    expect(reportOn([fate(null)], mutants, [entry]).total).toMatchObject({ named: 1, survived: 0 });
    expect(outdated([entry], mutants, [fate(null)])).toEqual([]);
  });

  it('are reported once they are killed, or their code is gone', () => {
    expect(outdated([entry], mutants, [fate('a test')])).toEqual([{ entry, because: 'killed' }]);
    const other = { ...entry, code: 'export const LIMIT = 5;' };
    expect(outdated([other], mutants, [])).toEqual([{ entry: other, because: 'gone' }]);
  });
});
