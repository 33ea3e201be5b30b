/** A web site with a picture and much that is none, which notes what it is asked for. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PictureSite {
  readonly port: number;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  address(path: string): string;
  close(): Promise<void>;
}

/** @param picture what `/picture` and `/covers/one.jpg` answer */
export async function openPictureSite(picture: Buffer): Promise<PictureSite> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/picture' || path.startsWith('/covers/')) return response.end(picture);
    if (path === '/moved') return response.writeHead(302, { Location: '/picture' }).end();
    if (path === '/to-a-file') return response.writeHead(302, { Location: 'file:///etc/passwd' }).end();
    if (path === '/circle') return response.writeHead(301, { Location: '/circle' }).end();
    if (path === '/text') return response.end('no picture');
    if (path === '/nothing') return response.end();
    if (path === '/large') return response.end(Buffer.alloc(1024 * 1024 + 1));
    return response.writeHead(404).end('not there');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    asked,
    address: (path) => `http://127.0.0.1:${port}${path}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
