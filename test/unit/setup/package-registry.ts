/** A registry for npm that holds one package, on this machine alone. */
import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** The package as a gzipped tar file. */
  readonly archive: Buffer;
}

export const integrityOf = (archive: Buffer) =>
  `sha512-${createHash('sha512').update(archive).digest('base64')}`;

/** Starts a server on a free port; ended by `close`. */
export async function startHttpServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

/** A registry that answers for one package and counts how often the package itself was fetched. */
export async function startRegistry({ name, version, archive }: PublishedPackage) {
  const fetched = { count: 0 };
  const server = await startHttpServer((request, response) => {
    const url = `http://${request.headers.host}`;
    if (request.url === `/${name}`) {
      const dist = { tarball: `${url}/${name}.tgz`, integrity: integrityOf(archive) };
      const versions = { [version]: { name, version, dist } };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else if (request.url === `/${name}.tgz`) {
      fetched.count += 1;
      response.end(archive);
    } else {
      response.writeHead(404).end();
    }
  });
  return { ...server, fetched };
}
