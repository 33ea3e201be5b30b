/** A registry for npm that holds a few packages, on this machine alone. */
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

/** A registry of these packages, each in one version, that counts how often a package itself was fetched. */
export async function startRegistry(packages: readonly PublishedPackage[]) {
  const fetched = { count: 0 };
  const server = await startHttpServer((request, response) => {
    const name = request.url?.slice(1).replace(/\.tgz$/, '');
    const found = packages.find((one) => one.name === name);
    if (found === undefined) {
      response.writeHead(404).end();
    } else if (request.url?.endsWith('.tgz')) {
      fetched.count += 1;
      response.end(found.archive);
    } else {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(description(found, `http://${request.headers.host}`)));
    }
  });
  return { ...server, fetched };
}

function description({ name, version, archive }: PublishedPackage, url: string) {
  const dist = { tarball: `${url}/${name}.tgz`, integrity: integrityOf(archive) };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } };
}
