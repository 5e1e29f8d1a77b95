/** What a source file may not contain, whatever it imports: hidden clocks, chance, `any`, names that say nothing. */
import { IN_BROWSER, isLoader, ON_NODE, partOf } from './importRules.js';
import type { Finding, SourceFacts } from './sourceFacts.js';

/** Without the examples of its doc comments. */
const MAX_LINES = 300;

/** Wall time, timers and unseeded chance stay here; all other code gets a clock and a generator. */
const WITH_CLOCK = ['drivers', 'dashboard', 'recording', 'bridges', 'study', 'cli', 'playground'];

const EMPTY_WORDS = new Set(['util', 'utils', 'helper', 'helpers', 'manager', 'managers', 'common']);

const NO_CLOCK = `time and chance only in src/control/clock.ts, ${WITH_CLOCK.join(', ')}`;
const NO_NODE = `only in ${ON_NODE.join(', ')} and files named load*.ts`;
const NO_EMPTY_NAME = 'the name says nothing: no utils, helpers, manager, common';

const isOfNode = ({ name }: Finding): boolean => /^(process|Buffer)\b/.test(name);

const wordsOf = (name: string): string[] =>
  name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());

const saysNothing = (name: string): boolean => wordsOf(name).some((word) => EMPTY_WORDS.has(word));

/** One line for everything in a file that breaks a rule: the file, what was found, the rule. */
export function codeViolations(source: SourceFacts): string[] {
  const { file, globals, declared, lines } = source;
  const part = partOf(file) ?? '';
  const mayTellTime = WITH_CLOCK.includes(part) || file === 'src/control/clock.ts';
  const mayUseNode = (ON_NODE.includes(part) && !file.startsWith(IN_BROWSER)) || isLoader(file);
  const tell = (found: readonly Finding[], rule: string) =>
    found.map(({ name, line }) => `${file}:${line}: ${name}: ${rule}`);
  return [
    ...tell(mayTellTime ? [] : globals.filter((use) => !isOfNode(use)), NO_CLOCK),
    ...tell(mayUseNode ? [] : globals.filter(isOfNode), NO_NODE),
    ...tell(source.defaultExports, 'no default export'),
    ...tell(source.anys, 'no any'),
    ...tell(file.endsWith('/index.ts') ? source.starExports : [], 'public names are listed one by one'),
    ...(saysNothing(file) ? [`${file}: ${NO_EMPTY_NAME}`] : []),
    ...tell(
      declared.filter(({ name }) => saysNothing(name)),
      NO_EMPTY_NAME,
    ),
    ...tell(
      declared.filter(({ name }) => /^I[A-Z][a-z]/.test(name)),
      'no I-prefix',
    ),
    ...(lines > MAX_LINES ? [`${file}: ${lines} lines: at most ${MAX_LINES}`] : []),
  ];
}
