import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { requirePortForBrowsers, serverAddress } from '../../../scripts/setup/address.mjs';

describe('the address npm start looks at', () => {
  it('is the main port on this machine when nothing is configured', () => {
    expect(serverAddress({})).toEqual({ host: '127.0.0.1', port: 4000, url: 'http://127.0.0.1:4000' });
  });

  it('follows the configured port and host, and reaches a server that listens everywhere', () => {
    expect(serverAddress({ LOUPE_PORT: '4100', LOUPE_HOST: '0.0.0.0' }).url).toBe('http://127.0.0.1:4100');
    expect(serverAddress({ LOUPE_HOST: '10.1.2.3' }).url).toBe('http://10.1.2.3:4000');
    expect(serverAddress({ LOUPE_HOST: '::1' }).url).toBe('http://[::1]:4000');
  });

  it.each(['0', 'abc', '70000'])('refuses %s, which cannot be looked at', (port) => {
    expect(() => serverAddress({ LOUPE_PORT: port })).toThrow('LOUPE_PORT');
  });
});

describe('a port of npm start', () => {
  it.each(['4190', '6000', '6667'])('is refused where browsers refuse it, such as %s', async (port) => {
    await expect(requirePortForBrowsers(serverAddress({ LOUPE_PORT: port }))).rejects.toThrow(
      `Browsers refuse port ${port}, as it belongs to another service. Choose another one: LOUPE_PORT=4100 npm start`,
    );
  });

  it('may be any other, whether somebody answers there or not', async () => {
    const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = serverAddress({ LOUPE_PORT: String(port), LOUPE_HOST: '127.0.0.1' });
    await expect(requirePortForBrowsers(address)).resolves.toBeUndefined();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    await expect(requirePortForBrowsers(address)).resolves.toBeUndefined();
  });
});
