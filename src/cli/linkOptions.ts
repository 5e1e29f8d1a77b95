/** The options of a command that say how its robot is connected. */
import { InvalidArgumentError, Option } from 'commander';
import { isLoopback, isTcp, OPEN_LINK, tcpAddress } from '../drivers/serial/tcpAddress.js';
import { BOARD_NAMES } from '../kit/boards.js';
import { isBaud, WANTED_BAUD } from '../robot/baud.js';
import { oneOf, UsageError } from '../validation/errors.js';
import { EMULATED, SIMULATED } from './portWords.js';

export interface LinkOptions {
  readonly port: string;
  /** Instead of the robot file's, or Firmata's [baud]. */
  readonly baud?: number;
  /** A bridge may be on another machine. */
  readonly insecureLink?: boolean;
}

/** The options of the link alone. */
export const linkOf = ({ port, baud, insecureLink }: LinkOptions): LinkOptions => ({
  port,
  ...(baud !== undefined && { baud }),
  ...(insecureLink !== undefined && { insecureLink }),
});

/** The last words of a port that needs no board. */
export const ANY_BODY = 'tcp://HOST:PORT, emulated or simulated';

/** @param last the last of its words */
export const portOption = (last = 'tcp://HOST:PORT or emulated'): Option =>
  new Option('--port <port>', `auto, a path, serial:ID, ${last}`).default('auto').argParser(parsePort);

export const baudOption = (): Option =>
  new Option('--baud <rate>', "of a serial port, whatever the robot file's link says").argParser(parseBaud);

export const insecureLinkOption = (): Option =>
  new Option(
    '--insecure-link',
    'accept a bridge on another machine: anybody in that network can arm the robot',
  );

/** @throws InvalidArgumentError for `tcp://` without a valid host and port */
function parsePort(text: string): string {
  const address = isTcp(text) ? tcpAddress(text) : undefined;
  if (typeof address === 'string') throw new InvalidArgumentError(`${address}.`);
  return text;
}

/** @throws InvalidArgumentError */
function parseBaud(text: string): number {
  const rate = text.trim() === '' ? Number.NaN : Number(text);
  if (!isBaud(rate)) throw new InvalidArgumentError(`'${text}' is no baud rate; ${WANTED_BAUD}.`);
  return rate;
}

/** @param what the command does with a board @throws UsageError */
export function refuseBoardless({ port }: Pick<LinkOptions, 'port'>, what: string): void {
  if (port === SIMULATED)
    throw new UsageError(`a simulated robot has no board to ${what}; give a port of a board, or emulated`);
}

/** Of a robot that can only be simulated. */
export const noBoardIn = (robot: string): string =>
  `robot '${robot}' names no board; Steerbot's firmware runs on ${oneOf(BOARD_NAMES)}; if yours is one of them, add ` +
  `\`board:\` and the motors' pins to its file, else simulate it: \`npx steerbot sim square --robot ${robot}\``;

/**
 * Guards people: a bridge of another machine is used only where the user has said so.
 * @throws UsageError for such a bridge, and for a rate where no serial port is used
 */
export function refuseLink({ port, baud, insecureLink = false }: LinkOptions): void {
  if (port === '')
    throw new UsageError('--port is empty; give auto, a path, serial:ID, tcp://HOST:PORT or emulated');
  const hasNoRate = isTcp(port) || port === EMULATED || port === SIMULATED;
  if (baud !== undefined && hasNoRate)
    throw new UsageError(
      `--baud sets the rate of a serial port, and ${port} is not one; set the rate at the bridge, or leave --baud out`,
    );
  if (!isTcp(port) || insecureLink) return;
  const address = tcpAddress(port);
  if (typeof address === 'string') throw new UsageError(`--port: ${address}`);
  if (isLoopback(address.host)) return;
  throw new UsageError(
    `${port} is not this machine, and ${OPEN_LINK}; reach it through an ssh tunnel to 127.0.0.1, ` +
      'or, in a network of your own, add --insecure-link (see SAFETY.md)',
  );
}
