/**
 * Whose a place of files is: a marker in it names the Loupe. Two that shared one would remove each other's files as orphans, and so
 * would a server on another database, which knows none of them.
 */
import { ConfigError } from '../../config.js';
import { storageUnavailable } from './blob-store.js';

/** The id of this Loupe, which all servers on its database share; null for commands that remove nothing and need no owner. */
export type ClusterId = (() => Promise<string>) | null;

export const MARKER = 'loupe-cluster.json';

/** @param clusterId the id of the Loupe that the place is to belong to */
export function markerOf(clusterId: string): Buffer {
  const note = 'The files beside this belong to one Loupe. Do not remove.';
  return Buffer.from(`${JSON.stringify({ cluster: clusterId, note })}\n`);
}

/** The id of the Loupe that a marker names; empty where it names none. */
export function ownerIn(marker: Buffer): string {
  return /"cluster":\s*"([^"]*)"/.exec(marker.toString('utf8'))?.[1] ?? '';
}

/** @param settings what names the place @returns why a server does not start */
export function foreignPlace(name: string, settings: string): ConfigError {
  return new ConfigError(
    `The file store ${name} belongs to another Loupe (${MARKER} names it), or the database is another than before. Give each Loupe a place of its own in ${settings}.`,
  );
}

/** @throws LoupeError STORAGE_UNAVAILABLE unless the place belongs to this Loupe @param owner null where no marker is */
export async function requireOwner(owner: string | null, clusterId: ClusterId, name: string): Promise<void> {
  if (clusterId === null || owner === (await clusterId())) return;
  throw storageUnavailable(
    owner === null
      ? `${name} says no longer whose it is (${MARKER}).`
      : `${name} belongs to another Loupe (${MARKER}).`,
  );
}
