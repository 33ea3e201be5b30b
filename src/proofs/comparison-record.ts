/** The head of a report: which files, compared how, by which program, by whom and when. */
import { createHash } from 'node:crypto';
import { version } from '../kernel/version.js';
import type { ProofSettings } from './proof-settings.js';

export interface ComparedFile {
  readonly name: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly byteCount: number;
}

export interface ComparisonRecord {
  readonly files: readonly [reference: ComparedFile, query: ComparedFile];
  /** Name of the profile whose settings were taken; null where none was. */
  readonly profile: string | null;
  readonly settings: ProofSettings;
  /** Of Loupe. */
  readonly version: string;
  /** Name of who compared; null where nobody is known. */
  readonly user: string | null;
  readonly date: Date;
}

export function recordOf(
  files: ComparisonRecord['files'],
  about: Pick<ComparisonRecord, 'profile' | 'settings' | 'user' | 'date'>,
): ComparisonRecord {
  return { files, version, ...about };
}

export function comparedFile(name: string, bytes: Buffer): ComparedFile {
  return { name, sha256: createHash('sha256').update(bytes).digest('hex'), byteCount: bytes.length };
}
