/** A folder behind the plainest of web hosts, below a path of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';

export interface StaticServer {
  readonly address: string;
  close(): void;
}

const BELOW = '/somewhere/below';

export async function serveFolder(folder: string): Promise<StaticServer> {
  const files = sirv(folder);
  const server = createServer((request, response) => {
    const missing = (): void => {
      response.writeHead(404).end();
    };
    if (!request.url?.startsWith(`${BELOW}/`)) return missing();
    request.url = request.url.slice(BELOW.length);
    files(request, response, missing);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}${BELOW}/`, close: () => server.close() };
}
