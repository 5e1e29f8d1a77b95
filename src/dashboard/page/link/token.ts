/**
 * The key to the server: it comes in the address behind `#token=`, which no server ever sees, and stays with the tab.
 */

/** Remembers a text as long as the tab lives; a browser may refuse. */
export interface TokenStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

const TOKEN_KEY = 'steerbot.token';

/** @returns the token, and the fragment that may stay in the address bar: all but the token */
export function takeToken(fragment: string, storage: TokenStorage): { token: string; rest: string } {
  const parts = fragment.replace(/^#/, '').split('&');
  const given = parts.find((part) => part.startsWith('token='))?.slice('token='.length);
  if (given) storage.set(TOKEN_KEY, given);
  const rest = parts.filter((part) => part !== '' && !part.startsWith('token=')).join('&');
  return { token: given || (storage.get(TOKEN_KEY) ?? ''), rest: rest && `#${rest}` };
}
