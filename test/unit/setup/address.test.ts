import { describe, expect, it } from 'vitest';
import { serverAddress } from '../../../scripts/setup/address.mjs';

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
