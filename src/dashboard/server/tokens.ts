/** The access tokens: whoever has one may come in, and it says whether to look on or to drive. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Role } from '../wire.js';

export interface Tokens {
  readonly view: string;
  readonly drive: string;
}

const TOKEN_BYTES = 16;
/** What fits into a sub-protocol's name, and is not guessed. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{16,128}$/;

export function freshTokens(): Tokens {
  const token = () => randomBytes(TOKEN_BYTES).toString('base64url');
  return { view: token(), drive: token() };
}

const hash = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * What a token allows; undefined for one that is none of the two. Hashes are compared, in constant time, so that the
 * time taken tells nothing of how near a guess was.
 *
 * @throws Error where the tokens are too short, alike, or hold signs that a sub-protocol may not
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
