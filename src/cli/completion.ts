/** `steerbot completion`: what a shell needs to complete commands, options, and names of robots and scenarios. */
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Argument, Option, RootCommand } from '@bomb.sh/tab';
import complete from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { type Folder, knownNames, ROBOTS, SCENARIOS } from '../config/loadFile.js';
import { PARTS } from './calibrate/options.js';

/** What may replace a placeholder such as `<robot>`. @param word what the user has typed so far */
type Candidates = (word: string) => readonly string[];

const YAML = /\.ya?ml$/;

const namesOrFiles =
  (folder: Folder): Candidates =>
  (word) => [...knownNames(folder), ...pathsFrom(word).filter((path) => YAML.test(path) || isFolder(path))];

/** By the placeholder's word, for every command; a placeholder with choices of its own is completed from those. */
const CANDIDATES: Readonly<Record<string, Candidates>> = {
  robot: namesOrFiles(ROBOTS),
  kit: () => [...knownNames(ROBOTS), 'another'],
  scenario: namesOrFiles(SCENARIOS),
  other: namesOrFiles(SCENARIOS),
  factor: () => ['1', '10', 'max'],
  file: pathsFrom,
  files: (word) => [...knownNames(ROBOTS), ...knownNames(SCENARIOS), ...pathsFrom(word)],
  parts: () => PARTS,
  recording: (word) => pathsFrom(word).filter((path) => path.endsWith('.mcap') || isFolder(path)),
  port: () => ['auto', 'emulated'],
  address: () => ['127.0.0.1:8765', '127.0.0.1:8080'],
};

const COMPLETION_HELP = `
Run this once, where steerbot is installed for good (npm install --global steerbot):

bash        echo 'source <(steerbot completion bash)' >> ~/.bashrc
zsh         echo 'source <(steerbot completion zsh)' >> ~/.zshrc
fish        steerbot completion fish > ~/.config/fish/completions/steerbot.fish
powershell  steerbot completion powershell >> $PROFILE
`;

/**
 * Adds the command to a program that already has all its other commands.
 *
 * @param words of the command line; the last is what the user has typed of the word to be completed
 */
export function addCompletion(program: Command, words: readonly string[]): void {
  const typed = typedWord(words);
  const completion = complete(program, { completionCommandName: 'completion' });
  for (const command of program.commands) {
    if (command.name() !== 'completion') addCandidates(completion, command, typed);
    else completeIn(command, (shell) => completion.setup('steerbot', 'steerbot', shell));
  }
}

/** @param print prints the library's script for a shell */
function completeIn(command: Command, print: (shell: string) => void): void {
  command
    .description("print a script that completes steerbot's commands in a shell")
    .addHelpText('after', COMPLETION_HELP)
    .action((shell: string) => {
      if (shell === 'bash') process.stdout.write(BASH_COMPLETION);
      else print(shell);
    });
}

function addCandidates({ commands }: RootCommand, command: Command, typed: string): void {
  const known = commands.get(command.name());
  for (const argument of command.registeredArguments) {
    offer(known?.arguments.get(argument.name()), argument.name(), typed);
  }
  for (const { flags, long } of command.options) {
    offer(known?.options.get(long?.slice(2) ?? ''), /[<[](\w+)/.exec(flags)?.[1] ?? '', typed);
  }
}

function offer(completable: Argument | Option | undefined, placeholder: string, typed: string): void {
  const candidates = Object.hasOwn(CANDIDATES, placeholder) ? CANDIDATES[placeholder] : undefined;
  if (!completable || !candidates) return;
  completable.handler = (add) => {
    for (const candidate of candidates(typed)) add(candidate, '');
  };
}

/** The word that the shell completes: the last one, or what follows its `=`. */
const typedWord = (words: readonly string[]): string => words.at(-1)?.replace(/^--?[\w-]+=/, '') ?? '';

const isFolder = (path: string): boolean => path.endsWith('/');

/** The entries of the typed folder; a folder among them ends with a slash. */
function pathsFrom(word: string): string[] {
  const folder = isFolder(word) ? word : word.includes('/') ? `${dirname(word)}/` : '';
  try {
    return readdirSync(folder || '.', { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.'))
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  } catch {
    return [];
  }
}

/**
 * The completion script for bash, from 3.2 on, without other packages: the library's own script needs bash-completion,
 * evaluates what is typed, and offers nothing after an `=`.
 */
export const BASH_COMPLETION = String.raw`# Completes steerbot's commands in bash.
_steerbot() {
  local words=() word glued='' i
  # Bash takes --port=emulated and serial:ID for three words each, and leaves quotes and backslashes in them.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ (-n $glued || $word == [=:]*) && \${#words[@]} -gt 0 ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    glued=
    if [[ $word == *[=:] ]]; then glued=yes; fi
  done
  for ((i = 0; i < \${#words[@]}; i++)); do
    word=\${words[i]#[\"\']}
    words[i]=\${word//\\/}
  done
  local part=\${words[\${#words[@]}-1]##*[=:]} quoted='' offer
  if [[ \${COMP_WORDS[COMP_CWORD]} == [\"\']* ]]; then quoted=yes; fi
  COMPREPLY=()
  while IFS=$'\t\r' read -r offer _; do
    if [[ $offer != "$part"* || $offer == :[0-9]* ]]; then continue; fi
    if [[ $offer == */ ]]; then compopt -o nospace 2>/dev/null; fi
    if [[ -z $quoted ]]; then printf -v offer %q "$offer"; fi
    COMPREPLY+=("$offer")
  done < <(steerbot complete -- "\${words[@]}" 2>/dev/null)
}
complete -F _steerbot steerbot
`.replaceAll('\\${', '${');
