/** The access tokens: a client with one may come in, and the token says whether it may look on or drive. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '../wire.js';

export interface Tokens {
  readonly view: string;
  readonly drive: string;
}

const TOKEN_BYTES = 16;
/** Fits into a sub-protocol's name, and cannot be guessed. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{16,128}$/;

export function freshTokens(): Tokens {
  const token = () => randomBytes(TOKEN_BYTES).toString('base64url');
  return { view: token(), drive: token() };
}

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The role of a token; undefined if it is neither of the two. Compares hashes in constant time, so that the time tells
 * nothing about how close a guess was.
 *
 * @throws Error where the tokens are too short, equal, or hold characters that a sub-protocol may not
 */
export function tokenRoles(tokens: Tokens): (token: string) => Role | undefined {
  if (!TOKEN_PATTERN.test(tokens.view) || !TOKEN_PATTERN.test(tokens.drive) || tokens.view === tokens.drive) {
    throw new Error('the two tokens must differ, and have 16 to 128 letters, digits, - or _');
  }
  const view = hash(tokens.view);
  const drive = hash(tokens.drive);
  return (token) => {
    if (!TOKEN_PATTERN.test(token)) return undefined;
    const shown = hash(token);
    const mayView = timingSafeEqual(shown, view);
    const mayDrive = timingSafeEqual(shown, drive);
    if (mayDrive) return 'drive';
    return mayView ? 'view' : undefined;
  };
}
