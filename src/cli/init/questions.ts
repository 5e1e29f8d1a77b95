/** What `init` must know, from options, defaults or at most five questions. */
import { isCancel, select, text } from '@clack/prompts';
import { BOARD_NAMES, BOARDS } from '../../kit/boards.js';
import { oneOf, UsageError } from '../../validation/errors.js';
import { DEFAULT_KIT, type KitChoice, OTHER_KIT } from '../presets.js';
import { lengthFault, type RobotAnswers, TYPICAL_ANSWERS } from './templates.js';
import { MOTOR_WIRING_NAMES, motorWiringTitle } from './wirings.js';

export interface InitOptions extends Partial<RobotAnswers> {
  readonly kit?: string;
  /** Asks nothing: uses the defaults for what no option says. */
  readonly yes?: boolean;
}

/** The user cancelled the question. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

/** Asks one question. @throws Declined, or UsageError where no user is there to answer */
type Ask = <T extends string>(question: Question<T>) => Promise<T>;

interface Question<T extends string> {
  readonly message: string;
  readonly usual: T;
  /** The option that answers the question. */
  readonly option: string;
  /** The allowed answers; without them any text. */
  readonly choices?: readonly { readonly value: T; readonly label: string }[];
  /** What the option accepts, if more than the choices. */
  readonly accepted?: readonly string[];
  readonly faultOf?: (answer: string) => string | undefined;
}

/** @param attended a user is there to answer */
export const answerSource = ({ yes = false }: InitOptions, attended: boolean): Ask =>
  yes ? async ({ usual }) => usual : attended ? askAtTerminal : refuseToAsk;

/** The kit's name, or OTHER_KIT. */
export async function askKit(ask: Ask, kits: readonly KitChoice[]): Promise<string> {
  const first = kits.filter(({ variant }, i) => !variant || i === kits.findIndex(isOneOf(variant.of)));
  const chosen = await ask({
    message: 'Which robot do you have?',
    usual: DEFAULT_KIT,
    option: '--kit NAME',
    choices: [
      ...first.map(({ name, title, variant }) => ({ value: name, label: variant?.of ?? title })),
      { value: OTHER_KIT, label: 'another: I wired it myself' },
    ],
    accepted: [...kits.map(({ name }) => name), OTHER_KIT],
  });
  const { variant } = kits.find(({ name }) => name === chosen) ?? {};
  return variant ? askVariant(ask, kits.filter(isOneOf(variant.of)), chosen) : chosen;
}

const isOneOf =
  (name: string) =>
  ({ variant }: KitChoice): boolean =>
    variant?.of === name;

/** Several boards are sold under that name, wired unlike each other. @param usual the name of one of them */
const askVariant = (ask: Ask, kits: readonly KitChoice[], usual: string): Promise<string> =>
  ask({
    message: 'Several boards are sold under this name. Which do you see?',
    usual,
    option: '--kit NAME',
    choices: kits.map(({ name, title, variant }) => ({ value: name, label: variant?.look ?? title })),
  });

/** At most four questions: an option that is given answers its question. */
export async function askRobot(ask: Ask, options: InitOptions): Promise<RobotAnswers> {
  const board = options.board ?? (await ask(BOARD_QUESTION));
  const wiring = options.wiring ?? (await ask(WIRING_QUESTION));
  const diameter =
    options.diameter ?? (await ask(lengthQuestion('What is the diameter of its wheels?', 'diameter')));
  const track =
    options.track ?? (await ask(lengthQuestion('How far apart are the middles of the two tyres?', 'track')));
  return { board, wiring, diameter, track };
}

const BOARD_QUESTION: Question<RobotAnswers['board']> = {
  message: 'Which Arduino is on it?',
  usual: TYPICAL_ANSWERS.board,
  option: '--board NAME',
  choices: BOARD_NAMES.map((value) => ({ value, label: BOARDS[value].title })),
};

const WIRING_QUESTION: Question<RobotAnswers['wiring']> = {
  message: 'What does the board tell each motor?',
  usual: TYPICAL_ANSWERS.wiring,
  option: '--wiring FORM',
  choices: MOTOR_WIRING_NAMES.map((value) => ({ value, label: motorWiringTitle(value) })),
};

const lengthQuestion = (message: string, key: 'diameter' | 'track'): Question<string> => ({
  message,
  usual: TYPICAL_ANSWERS[key],
  option: `--${key} LENGTH`,
  faultOf: lengthFault,
});

/** Rows of a long list shown at once: with the lines around them they fit into 24 rows, even if some take two. */
const MAX_CHOICES_SHOWN = 8;

async function askAtTerminal<T extends string>(question: Question<T>): Promise<T> {
  const { message, usual, choices, faultOf } = question;
  const shown = { message, initialValue: usual, output: process.stderr };
  const answer = choices
    ? await select<string>({ ...shown, options: [...choices], maxItems: MAX_CHOICES_SHOWN })
    : await text({ ...shown, validate: (typed) => faultOf?.(typed ?? '') });
  if (isCancel(answer)) throw new Declined('nothing was written');
  return answer as T;
}

async function refuseToAsk({ message, option, choices, accepted }: Question<string>): Promise<never> {
  const values = accepted ?? choices?.map(({ value }) => value);
  const allowed = values ? `; it is ${oneOf(values)}` : '';
  throw new UsageError(
    `'${message}' is asked only in a terminal; give ${option}, or --yes for the defaults${allowed}`,
  );
}
