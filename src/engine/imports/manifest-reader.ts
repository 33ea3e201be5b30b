/** Reads the manifest of an archive, a large one in a thread. */
import { childProgram } from '../../kernel/programs/reading-program.js';
import { LoupeError } from '../../kernel/errors.js';
import {
  readInThread,
  receivedRefusal,
  refusalToSend,
  type SentRefusal,
} from '../../kernel/programs/reading-thread.js';
import { type ManifestEntry, type ManifestName, parseManifest, tooLarge } from './import-manifest.js';

/** What is read in a moment, whatever it holds. */
const SMALL_BYTES = 32 * 1024;
const PROGRAM = childProgram(import.meta.url, 'manifest-program');

/** An entry on its way between threads. */
export type SentEntry = Omit<ManifestEntry, 'fault'> & { readonly fault: SentRefusal | null };

export function sentEntry({ fault, ...entry }: ManifestEntry): SentEntry {
  return { ...entry, fault: fault === null ? null : refusalToSend(fault) };
}

/**
 * The lines of a manifest in their order. What is wrong with one line stands in it; what is wrong with the whole is thrown.
 *
 * @throws LoupeError INVALID_MANIFEST, OVERLOADED
 */
export async function readManifest(name: ManifestName, bytes: Buffer): Promise<readonly ManifestEntry[]> {
  if (bytes.length <= SMALL_BYTES) return parseManifest(name, bytes);
  const entries: ManifestEntry[] = [];
  const tooMuch = () => new LoupeError('INVALID_MANIFEST', tooLarge(name));
  for await (const part of readInThread<SentEntry>(PROGRAM, { name, bytes }, tooMuch)) {
    for (const { fault, ...entry } of part) {
      entries.push({ ...entry, fault: fault === null ? null : receivedRefusal(fault) });
    }
  }
  return entries;
}
