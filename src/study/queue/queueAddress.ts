/** The address of a queue's server, and its password, which no message and no job ever holds. */
import type { RedisOptions } from 'ioredis';
import { UsageError } from '../../validation/errors.js';

/** Also of an address without one: what is on a command line is seen by every user of the machine. */
const PASSWORD_VARIABLE = 'STEERBOT_QUEUE_PASSWORD';

const DEFAULT_PORT = 6379;

export interface QueueAddress {
  /** `redis://HOST:PORT`, for messages: without name and password. */
  readonly shown: string;
  /** Neither encrypted nor on this machine: others can read along. */
  readonly isOpen: boolean;
  readonly options: RedisOptions & { readonly db: number };
}

const WANTED = 'an address such as redis://HOST:6379 is wanted, or rediss:// with TLS';

/** @throws UsageError, whose words hold no password */
export function queueAddress(text: string, password = process.env[PASSWORD_VARIABLE]): QueueAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    throw new UsageError(`--queue: ${WANTED}`);
  }
  const database = url.pathname.replace(/^\//, '');
  if (!/^\d*$/.test(database)) throw new UsageError(`--queue: '/${database}' is not a number; ${WANTED}`);
  const encrypted = url.protocol === 'rediss:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const word = url.password === '' ? password : decoded(url.password);
  return {
    shown: `${url.protocol}//${url.hostname}:${port}`,
    isOpen: !encrypted && !isLoopback(host),
    options: {
      ...{ host, port, db: Number(database) },
      ...(url.username !== '' && { username: decoded(url.username) }),
      ...(word !== undefined && word !== '' && { password: word }),
      ...(encrypted && { tls: { servername: host } }),
    },
  };
}

/** @throws UsageError where % stands before no hexadecimal number */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError('--queue: a % in its name or password is written as %25');
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
