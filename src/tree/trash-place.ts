/**
 * Where trashed elements stand: below a path that belongs to no organization. Rights and lists follow paths and
 * parents, so that what stands here is absent for everybody, and comes back whole when its path does.
 */
import { childPath } from './node-path.js';

/** The nil UUID: a path part like any other, that no element has. */
const TRASH_PATH = '00000000-0000-0000-0000-000000000000/';

export function isTrashed(path: string): boolean {
  return path.startsWith(TRASH_PATH);
}

/** Path of an element that was thrown away by itself; what was below it stays below it. */
export function trashPath(id: string): string {
  return childPath(TRASH_PATH, id);
}

/** Query for everything that lies in the trash. */
export const inTrash = { $like: `${TRASH_PATH}%` } as const;
