/** What every answer carries, so that a browser lets no other site make use of the page. */

const POLICY = [
  "default-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
];

const ALWAYS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** @param host that was asked for, once it is known for one of ours; some browsers' 'self' leaves out WebSockets */
export function safetyHeaders(host?: string): Readonly<Record<string, string>> {
  const connect = host === undefined ? "connect-src 'self'" : `connect-src 'self' ws://${host}`;
  return { ...ALWAYS, 'Content-Security-Policy': [...POLICY, connect].join('; ') };
}
