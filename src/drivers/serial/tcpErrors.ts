/** Why a bridge cannot be reached, or was lost, and what to do about it. */
import { DriverError, messageOf } from '../../validation/errors.js';
import { NoBoard } from './ports.js';

/** `found; cure`, by the system's error code. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start the bridge, and check its TCP port',
  ENOTFOUND: 'there is no machine of this name; check its spelling, or give its IP address',
  EAI_AGAIN: 'its name cannot be looked up now; check the network, or give its IP address',
  EHOSTUNREACH: 'it cannot be reached; check that it is switched on and in the same network',
  ENETUNREACH: 'its network cannot be reached; check that this computer is in the same one',
  EHOSTDOWN: 'it cannot be reached; check that it is switched on and in the same network',
  ETIMEDOUT: 'it does not answer; check its address, that it is switched on, and that no firewall is between',
  ECONNRESET: 'it hung up at once; check that no other program is connected to the bridge',
  EACCES: 'this computer does not allow the connection; check its firewall',
  EPERM: 'this computer does not allow the connection; check its firewall',
};

/** Of a name with several addresses each has failed: the first failure counts. */
function codeOf(error: Error): string | undefined {
  const [first] = error instanceof AggregateError ? error.errors : [];
  return (first instanceof Error ? codeOf(first) : undefined) ?? (error as NodeJS.ErrnoException).code;
}

export function connectionRefused(name: string, error: Error): NoBoard {
  const code = /no answer/.test(error.message) ? 'ETIMEDOUT' : (codeOf(error) ?? '');
  const why = CAUSES[code] ?? `it cannot be reached (${messageOf(error)}); check its address`;
  return new NoBoard(`${name}: ${why}`);
}

export const connectionLost = (name: string, why: string): DriverError =>
  new DriverError(
    `${name}: the connection is lost: ${why}; check the bridge's power and the network, ` +
      'and that no other program has taken the bridge over',
  );
