/** `tcp://HOST:PORT`: the address of a bridge from a network to a board's serial line. */
import { BlockList, isIP } from 'node:net';

export interface TcpAddress {
  /** A name or an IP address; of IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

const SCHEME = 'tcp://';
const ADDRESS = /^tcp:\/\/(?:\[(?<six>[0-9a-f:.]+)\]|(?<name>[^\s:/?#@[\]]+)):(?<port>\d{1,5})$/i;
const MAX_PORT = 65_535;

const WANTED = 'tcp://HOST:PORT is wanted, such as tcp://127.0.0.1:2000';

/** Whether `--port` names a network address, right or wrong. */
export const isTcp = (wanted: string): boolean => wanted.toLowerCase().startsWith(SCHEME);

/** The address; as a text, `found; cure` of what is wrong with it. */
export function tcpAddress(text: string): TcpAddress | string {
  const parts = ADDRESS.exec(text)?.groups;
  if (!parts) return `'${text}' is no address of a bridge; ${WANTED}`;
  const { six, name = '', port: digits } = parts;
  if (six !== undefined && isIP(six) !== 6) return `'${six}' is no IPv6 address; ${WANTED}`;
  const port = Number(digits);
  if (port >= 1 && port <= MAX_PORT) return { host: six ?? name, port };
  return `${port} is no TCP port; the ports are 1 to ${MAX_PORT}`;
}

export const tcpName = ({ host, port }: TcpAddress): string =>
  `${SCHEME}${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether only programs of this machine can listen and speak there. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** Why another machine's address is refused. */
export const OPEN_LINK =
  'its frames carry a checksum but no secret, so anybody in that network could arm the robot';
