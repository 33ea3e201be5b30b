import type { Config } from '../config.js';

/** The server of a configuration: its public address, else how it is reached from the same machine. */
export function ownAddress({ host, port, publicUrl }: Pick<Config, 'host' | 'port' | 'publicUrl'>): string {
  if (publicUrl !== null) return publicUrl;
  const isEverywhere = ['', '0.0.0.0', '::'].includes(host);
  const name = isEverywhere ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
