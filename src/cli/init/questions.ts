/** What `init` must know, out of options, defaults or questions: at most five of these. */
import { isCancel, select, text } from '@clack/prompts';
import { BOARD_NAMES, BOARDS } from '../../drivers/boards.js';
import { oneOf } from '../../validation/errors.js';
import { UsageError } from '../terminal/usageError.js';
import { ANOTHER, DEFAULT_KIT, type Kit } from './kits.js';
import { lengthFault, type OwnRobot, TYPICAL } from './ownRobot.js';
import { WIRING_NAMES, wiringTitle } from './wirings.js';

export interface InitOptions extends Partial<OwnRobot> {
  readonly kit?: string;
  /** Nothing is asked: what no option says is as usual. */
  readonly yes?: boolean;
}

/** Somebody would rather not. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/** Asks for one thing. @throws Declined, or UsageError where nobody is there to ask */
type Ask = <T extends string>(question: Question<T>) => Promise<T>;

interface Question<T extends string> {
  readonly message: string;
  readonly usual: T;
  /** The option that answers it. */
  readonly option: string;
  /** What may be answered; any text without them. */
  readonly choices?: readonly { readonly value: T; readonly label: string }[];
  readonly faultOf?: (answer: string) => string | undefined;
}

/** @param attended somebody is there to answer */
export const asker = ({ yes = false }: InitOptions, attended: boolean): Ask =>
  yes ? async ({ usual }) => usual : attended ? askHere : refuse;

/** The kit's name, or ANOTHER. */
export const whichKit = (ask: Ask, kits: readonly Kit[]): Promise<string> =>
  ask({
    message: 'Which robot do you have?',
    usual: DEFAULT_KIT,
    option: '--kit NAME',
    choices: [
      ...kits.map(({ name, title }) => ({ value: name, label: title })),
      { value: ANOTHER, label: 'another: I wired it myself' },
    ],
  });

/** Four questions at most, since none that an option answers is asked. */
export async function whichRobot(ask: Ask, options: InitOptions): Promise<OwnRobot> {
  const board = options.board ?? (await ask(BOARD));
  const wiring = options.wiring ?? (await ask(WIRING));
  const diameter =
    options.diameter ?? (await ask(lengthOf('What is the diameter of its wheels?', 'diameter')));
  const track =
    options.track ?? (await ask(lengthOf('How far apart are the middles of the two tyres?', 'track')));
  return { board, wiring, diameter, track };
}

const BOARD: Question<OwnRobot['board']> = {
  message: 'Which Arduino is on it?',
  usual: TYPICAL.board,
  option: '--board NAME',
  choices: BOARD_NAMES.map((value) => ({ value, label: BOARDS[value].title })),
};

const WIRING: Question<OwnRobot['wiring']> = {
  message: 'What does the board tell each motor?',
  usual: TYPICAL.wiring,
  option: '--wiring FORM',
  choices: WIRING_NAMES.map((value) => ({ value, label: wiringTitle(value) })),
};

const lengthOf = (message: string, key: 'diameter' | 'track'): Question<string> => ({
  message,
  usual: TYPICAL[key],
  option: `--${key} LENGTH`,
  faultOf: lengthFault,
});

/** Seen at once, of a long list: with what stands around them they fit into 24 rows, even if some take two. */
const MOST_CHOICES = 8;

async function askHere<T extends string>(question: Question<T>): Promise<T> {
  const { message, usual, choices, faultOf } = question;
  const shown = { message, initialValue: usual, output: process.stderr };
  const answer = choices
    ? await select<string>({ ...shown, options: [...choices], maxItems: MOST_CHOICES })
    : await text({ ...shown, validate: (typed) => faultOf?.(typed ?? '') });
  if (isCancel(answer)) throw new Declined('nothing is written');
  return answer as T;
}

async function refuse({ message, option, choices }: Question<string>): Promise<never> {
  const allowed = choices ? `; it is ${oneOf(choices.map(({ value }) => value))}` : '';
  throw new UsageError(
    `'${message}' is asked in a terminal only; say ${option}, or --yes for what is usual${allowed}`,
  );
}
