/** Who may import whom. A part is a file directly below src, a folder of src, or `sim`; a part imports itself. */
import { posix } from 'node:path';
import { COMPUTED, type ImportFact, type SourceFacts } from './sourceFacts.js';

interface PartRule {
  /** Parts it may import; `*` is every part. */
  readonly parts: readonly string[];
  /** Single files of other parts. */
  readonly files?: readonly string[];
  /** Packages, with all their entry points; `*` is every package. */
  readonly packages: readonly string[];
}

/** Values, quantities and drawings that every part may use; they import each other, and no part. */
const LEAVES = ['signals', 'math', 'robot', 'validation', 'svg', 'kit'];
const STAGES = ['sensors', 'perception', 'estimation', 'steering', 'locomotion', 'safety'];
const FRAME = ['config', 'control', 'drivers', 'recording'];

const leaf = (...packages: string[]): PartRule => ({ parts: LEAVES, packages });
const edge = (...packages: string[]): PartRule => ({ parts: LEAVES, packages: ['rxjs', ...packages] });
/** It draws, or hands to another program what that draws. */
const picture = (...packages: string[]): PartRule => ({
  parts: [...LEAVES, 'scene'],
  packages: ['rxjs', ...packages],
});

/** The import rules of the design, one line a part. */
export const PARTS: Readonly<Record<string, PartRule>> = {
  signals: leaf(),
  math: leaf('pure-rand'),
  robot: leaf(),
  validation: leaf('fastest-levenshtein', 'zod'),
  svg: leaf(),
  /** What can be bought: sensors, boards, shields, motor drivers. */
  kit: leaf('zod'),
  /** What is drawn, as shapes; nothing that steers may know it. */
  scene: leaf(),

  sensors: leaf(),
  perception: leaf(),
  estimation: leaf(),
  steering: leaf('zod'),
  locomotion: leaf(),
  safety: leaf(),
  config: {
    parts: [...LEAVES, 'steering'],
    packages: ['papaparse', 'pngjs', 'saxes', 'svgpath', 'yaml', 'zod'],
  },

  control: { parts: [...LEAVES, ...STAGES], files: ['src/drivers/driver.ts'], packages: ['rxjs'] },
  /** The front door: a robot from its port, and a run of it. What is simulated or emulated is loaded when it is used. */
  drive: { parts: [...LEAVES, ...STAGES, ...FRAME, 'session', 'sim'], packages: ['rxjs'] },
  /** A run with a page: how a real robot and a recording are shown, and what every session shares. */
  session: {
    parts: [...LEAVES, 'sensors', 'steering', 'config', 'control', 'recording'],
    files: ['src/drivers/driver.ts'],
    packages: ['rxjs'],
  },
  /** A robot's figures from what it drove: of `calibrate` and `compare`. */
  identify: { parts: [...LEAVES, 'sensors', 'estimation'], packages: [] },
  drivers: edge('#johnny-five', 'serialport', '@serialport', 'firmata-io', 'stk500'),
  recording: picture('@mcap', '@foxglove/schemas', '@foxglove/wasm-zstd'),
  /** Other people's programs. They get a recording's own messages at its own times, so that live and recorded are the same. */
  bridges: {
    parts: LEAVES,
    files: ['src/recording/format/channels.ts', 'src/recording/format/timeline.ts'],
    packages: ['rxjs', 'ws'],
  },
  dashboard: picture('ws', 'sirv', 'preact', '@preact', 'uplot', 'marked', 'zod'),

  sim: {
    parts: [...LEAVES, ...STAGES, ...FRAME, 'session', 'scene'],
    packages: ['planck', 'pure-rand', 'avr8js', 'rxjs', 'yaml', 'zod'],
  },
  index: {
    parts: [...LEAVES, ...STAGES, ...FRAME, 'drive', 'sim'],
    files: ['src/cli/pageHost/programPage.ts', 'src/cli/pageHost/messages.ts'],
    packages: ['*'],
  },
  /** `steerbot/geometry`. */
  geometry: { parts: ['math', 'steering'], packages: [] },
  /** `steerbot/johnny-five`. */
  johnnyFive: { parts: ['drive', 'drivers'], packages: [] },
  /** `steerbot/testing`. */
  testing: { parts: ['drive'], packages: [] },
  /** `steerbot/lab`. */
  lab: { parts: ['study'], packages: [] },
  /** Many runs, on one or many machines; their tables and pictures. */
  study: {
    parts: [...LEAVES, ...STAGES, ...FRAME, 'session', 'scene', 'sim'],
    packages: ['*'],
  },
  cli: { parts: ['*'], packages: ['*'] },
  playground: { parts: ['*'], packages: ['*'] },
};

/** Packages that stay in one place, whatever else a part may import. */
const KEPT_IN: Readonly<Record<string, readonly string[]>> = {
  planck: ['sim'],
  'pure-rand': ['sim', 'math'],
};

/** All files may import their types, which the compiler erases. */
const TYPES_FOR_ALL = ['zod'];

/** The rest also runs in a browser page: `node:`, `process`, `Buffer` and files that load files stay here. */
export const ON_NODE = ['drivers', 'recording', 'dashboard', 'bridges', 'study', 'cli'];

/** Operators that lose, invent or delay events; the loop has none of them. */
const BANNED_OPERATORS = new Set(
  (
    'withLatestFrom combineLatest interval timer debounceTime timeout ' +
    'VirtualTimeScheduler BehaviorSubject'
  ).split(' '),
);

/** Runs in a browser, whatever the rest of its part does. */
export const IN_BROWSER = 'src/dashboard/page/';

/** They load files, or what an emulated board runs. */
const FRONT_DOOR = ['index', 'drive'];

export const isLoader = (file: string): boolean => /^load[A-Z]?\w*\.ts$/.test(posix.basename(file));

/** The part a file belongs to; undefined outside of src and sim. */
export function partOf(file: string): string | undefined {
  const [top, folder, ...below] = file.split('/');
  if (top === 'sim') return 'sim';
  if (top !== 'src' || folder === undefined) return undefined;
  if (below.length > 0) return folder;
  return folder.replace(/\.ts$/, '');
}

const resolveImport = (file: string, specifier: string): string =>
  posix.join(posix.dirname(file), specifier).replace(/\.js$/, '.ts');

const among = (packages: readonly string[], specifier: string): boolean =>
  packages.some((name) => name === '*' || specifier === name || specifier.startsWith(`${name}/`));

/** The rule that an import of a file of ours breaks. */
function brokenByFile(file: string, part: string, target: string, typeOnly: boolean): string | undefined {
  const rule = PARTS[part] as PartRule;
  const other = partOf(target);
  if (other === undefined)
    return ['cli', 'playground'].includes(part) ? undefined : 'only src and sim are imported';
  if (typeOnly && TYPES_FOR_ALL.includes(target)) return undefined;
  if (
    isLoader(target) &&
    !typeOnly &&
    !isLoader(file) &&
    !FRONT_DOOR.includes(part) &&
    !ON_NODE.includes(part)
  ) {
    return `files named load* are imported by each other, ${FRONT_DOOR.join(', ')}, ${ON_NODE.join(', ')}`;
  }
  if (isLoader(file) && other === 'config') return undefined;
  const reached = other === part || rule.parts.includes('*') || rule.parts.includes(other);
  if (reached || rule.files?.includes(target)) return undefined;
  return `${part} imports only ${[...rule.parts, ...(rule.files ?? []), 'itself'].join(', ')}`;
}

/** The rule that an import of a package, or of a part of Node, breaks. */
function brokenByPackage(
  file: string,
  part: string,
  specifier: string,
  typeOnly: boolean,
): string | undefined {
  if (specifier.startsWith('node:')) {
    const allowed = (ON_NODE.includes(part) && !file.startsWith(IN_BROWSER)) || isLoader(file);
    return allowed ? undefined : `node: only in ${ON_NODE.join(', ')} and files named load*.ts`;
  }
  if (specifier === COMPUTED)
    return part === 'cli' || isLoader(file) ? undefined : 'only cli and load* import by a computed name';
  const kept = Object.entries(KEPT_IN).find(([name]) => among([name], specifier));
  if (kept && !kept[1].includes(part)) return `${kept[0]} only in ${kept[1].join(', ')}`;
  if (typeOnly && among(TYPES_FOR_ALL, specifier)) return undefined;
  const { packages } = PARTS[part] as PartRule;
  if (among(packages, specifier)) return undefined;
  return `${part} imports ${packages.length > 0 ? `only the packages ${packages.join(', ')}` : 'no package'}`;
}

/** The rule that a name taken from rxjs breaks in the control loop. */
function brokenByOperator(part: string, { specifier, typeOnly, names }: ImportFact): string | undefined {
  if (part !== 'control' || typeOnly || !among(['rxjs'], specifier)) return undefined;
  if (names.includes('*')) return 'control names what it takes from rxjs';
  const banned = names.find((name) => BANNED_OPERATORS.has(name));
  return banned && `no ${banned} in the control loop`;
}

/** One line for every import of a file that breaks a rule: the file, the import, the rule. */
export function importViolations(source: SourceFacts): string[] {
  const { file } = source;
  const part = partOf(file);
  if (part === undefined || !(part in PARTS)) return [`${file}: belongs to no part of the design`];
  return source.imports.flatMap((fact) => {
    const { specifier, typeOnly, line } = fact;
    const broken = specifier.startsWith('.')
      ? brokenByFile(file, part, resolveImport(file, specifier), typeOnly)
      : (brokenByPackage(file, part, specifier, typeOnly) ?? brokenByOperator(part, fact));
    return broken === undefined ? [] : [`${file}:${line}: imports '${specifier}': ${broken}`];
  });
}
