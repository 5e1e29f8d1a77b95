import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { networkWarning, pageLinks, reachableHosts } from '../../../src/dashboard/server/addresses.js';

const info = (address: string, internal = false): NetworkInterfaceInfo =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo;

const INTERFACES = {
  lo: [info('127.0.0.1', true), info('::1', true)],
  docker0: [info('172.17.0.1')],
  wlan0: [info('192.168.1.5'), info('fd00::2'), info('fe80::fc:ff')],
};

describe('the hosts to print', () => {
  it('are those of the network first where every address is listened on', () => {
    expect(reachableHosts('0.0.0.0', INTERFACES)).toEqual(['192.168.1.5', '172.17.0.1', '127.0.0.1']);
    expect(reachableHosts('::', INTERFACES)).toEqual(['192.168.1.5', '172.17.0.1', '[fd00::2]', '127.0.0.1']);
  });

  it('are this machine alone where there is no network', () => {
    expect(reachableHosts('0.0.0.0', { lo: INTERFACES.lo })).toEqual(['127.0.0.1']);
  });

  it('are the one that is listened on, in brackets where it needs them', () => {
    expect(reachableHosts('192.168.1.5', INTERFACES)).toEqual(['192.168.1.5']);
    expect(reachableHosts('::1', INTERFACES)).toEqual(['[::1]']);
  });

  it('become links with the token behind the #', () => {
    expect(pageLinks('[::1]', 80, { drive: 'd', view: 'v' })).toEqual({
      drive: 'http://[::1]:80/#token=d',
      view: 'http://[::1]:80/#token=v',
    });
  });
});

describe('the warning', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost', 'LOCALHOST'])('is not needed at %s', (host) => {
    expect(networkWarning({ host })).toBeUndefined();
  });

  it.each(['0.0.0.0', '::', '0', '192.168.1.5', 'fd00::2', 'laptop.local', '127.0.0.1.evil.example', ''])(
    'is said at %s',
    (host) => {
      expect(networkWarning({ host })).toMatch(/link can see .* not encrypted/);
    },
  );
});
