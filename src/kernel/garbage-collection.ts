/** How V8 decides that it is time to collect garbage. */
import { setFlagsFromString } from 'node:v8';

/** The first V8 that knows the flag is that of Node 24; earlier ones complain on standard error. */
const FIRST_MAJOR = 13;

/**
 * Counts buffers with the rest of the heap. By default V8 collects everything whenever 32 MB of buffers are new since the last
 * time, and photos are buffers: an import of pictures of 30 KB spends a quarter of its processor time on that. For the whole
 * process, at any time.
 *
 * @returns whether this V8 can do so
 */
export function countBuffersWithHeap(v8Version = process.versions.v8): boolean {
  if (Number.parseInt(v8Version, 10) < FIRST_MAJOR) return false;
  setFlagsFromString('--external-memory-accounted-in-global-limit');
  return true;
}
