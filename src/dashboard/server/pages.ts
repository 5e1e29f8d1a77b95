/** The page's own files, and nothing else of this machine. */
import { existsSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import sirv from 'sirv';
import { safetyHeaders } from './headers.js';
import { type HostPolicy, isServedHere, refusePage, requestInfo } from './hostPolicy.js';

export type Files = ReturnType<typeof sirv>;

/** @throws Error where the page was not built */
export function filesIn(folder: string): Files {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error(`there is no page in ${folder}: build it first`);
  // The files are listed once: what is not on the list is not found, however its name is written.
  return sirv(folder, { dev: false, etag: true });
}

export const pagesOf =
  (files: Files, policy: HostPolicy): RequestListener =>
  (request, response) => {
    try {
      answer(request, response, policy, files);
    } catch {
      response.destroy();
    }
  };

function answer(request: IncomingMessage, response: ServerResponse, policy: HostPolicy, files: Files): void {
  const asked = requestInfo(request);
  const host = isServedHere(policy, asked) ? request.headers.host : undefined;
  for (const [name, value] of Object.entries(safetyHeaders(host))) response.setHeader(name, value);
  const refused = refusePage(policy, asked);
  if (refused === undefined) handOut(request, response, files);
  else turnAway(response, refused);
}

function handOut(request: IncomingMessage, response: ServerResponse, files: Files): void {
  // Nobody needs half a file, and sirv throws at a range that ends before it begins.
  delete request.headers.range;
  response.once('pipe', (file: Readable) => whileSent(file, response));
  files(request, response);
}

function turnAway(response: ServerResponse, status: number): void {
  response.setHeader('Content-Type', 'text/plain');
  if (status === 405) response.setHeader('Allow', 'GET, HEAD');
  // Whatever else comes on this connection is not read.
  response.writeHead(status, { Connection: 'close' }).end('Use the address that the program has printed.\n');
}

/** A file that was built anew meanwhile, or a browser that went away, ends this answer alone. */
function whileSent(file: Readable, response: ServerResponse): void {
  file.once('error', () => response.destroy());
  response.once('close', () => file.destroy());
}
