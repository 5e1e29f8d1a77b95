/** The page's addresses to print, and the warning that belongs to them. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { nameOfAddress } from './hostPolicy.js';
import type { Tokens } from './tokens.js';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** The page's address with each token, which stands behind the #, so that no browser sends it. */
export interface PageLinks {
  readonly drive: string;
  readonly view: string;
}

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

const LOOPBACK_ADDRESSES = new BlockList();
LOOPBACK_ADDRESSES.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK_ADDRESSES.addAddress('::1', 'ipv6');

/** Networks inside this machine, or tunnels: no neighbour can reach them. */
const INNER_INTERFACES = /^(docker|br-|veth|virbr|vmnet|vboxnet|vethernet|utun|tun|tap|zt|tailscale)/i;

/** Whether only this machine can reach it. */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return LOOPBACK_ADDRESSES.check(host, 'ipv4');
  if (isIPv6(host)) return LOOPBACK_ADDRESSES.check(host, 'ipv6');
  return host.toLowerCase() === 'localhost';
}

export const isWildcard = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** Hosts at which the page can be reached, those of the network first. @param bound the address that is listened on */
export function reachableHosts(bound: string, interfaces: Interfaces = networkInterfaces()): string[] {
  if (!isWildcard(bound)) return [nameOfAddress(bound)];
  const outer = Object.entries(interfaces)
    .toSorted(([a], [b]) => Number(INNER_INTERFACES.test(a)) - Number(INNER_INTERFACES.test(b)))
    .flatMap(([, infos]) => infos ?? [])
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  const v4 = outer.filter(({ family }) => family === 'IPv4');
  const v6 = bound === '::' ? outer.filter(({ family }) => family === 'IPv6') : [];
  return [...v4, ...v6].map(({ address }) => nameOfAddress(address)).concat('127.0.0.1');
}

export function pageLinks(host: string, port: number, tokens: Tokens): PageLinks {
  const link = (token: string) => `http://${host}:${port}/#token=${token}`;
  return { drive: link(tokens.drive), view: link(tokens.view) };
}

/** The warning before others can reach the robot; undefined if only this machine can. @param power what links give */
export function networkWarning(
  { host }: Pick<ListenAddress, 'host'>,
  power = 'with the drive link can move it',
): string | undefined {
  if (isLoopback(host)) return undefined;
  return (
    `All users of this network who have the link can see the robot, and ${power}. ` +
    'The traffic is not encrypted: use it only in a network whose users you trust.'
  );
}
