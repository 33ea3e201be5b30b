/** Where the server that `npm start` runs is reached from the same machine. */
import { SetupError } from './run.mjs';

const EVERY_ADDRESS = ['', '0.0.0.0', '::'];

/**
 * @param {Record<string, string | undefined>} env
 * @returns {{ host: string, port: number, url: string }}
 * @throws SetupError when the port is not one that can be known beforehand
 */
export function serverAddress(env) {
  const port = Number(env.LOUPE_PORT || '4000');
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SetupError(
      `LOUPE_PORT must be a number from 1 to 65535 for npm start, not "${env.LOUPE_PORT}".`,
    );
  }
  const given = env.LOUPE_HOST ?? '';
  const host = EVERY_ADDRESS.includes(given) ? '127.0.0.1' : given;
  return { host, port, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` };
}

/**
 * Browsers and `fetch` never connect to some ports, such as 6000, where other services are expected; the demonstration
 * could not be shown there, nor GraphiQL be opened. The list is theirs: this asks `fetch`.
 *
 * @param {{ port: number, url: string }} address
 * @throws SetupError when the port is one of those
 */
export async function requirePortForBrowsers({ port, url }) {
  const refusal = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(2000) }).catch(
    (error) => error,
  );
  if (refusal?.cause?.message !== 'bad port') return;
  throw new SetupError(
    `Browsers refuse port ${port}, as it belongs to another service. Choose another one: LOUPE_PORT=4100 npm start`,
  );
}
