/** What an import is to do, step by step, always the same for the same archive: so that it can go on where it stood. */
import { stat, open } from 'node:fs/promises';
import type { ImportStep } from './import-steps.js';
import { stepsOfTar } from './tar-plan.js';
import { countOfZip } from './zip-archive.js';
import { stepsOfZip } from './zip-plan.js';
import { LoupeError } from '../../kernel/errors.js';

/** Which kind of archive a file is, by its first bytes. */
type ArchiveKind = 'zip' | 'tar' | 'tar.gz';

/** Where a TAR says what it is. */
const TAR_MARK = 257;
const FIRST_BYTES = 512;

/** @throws LoupeError UNSUPPORTED_MEDIA */
async function archiveKindOf(path: string): Promise<ArchiveKind> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    const first = buffer.subarray(0, bytesRead);
    if (first.toString('latin1', 0, 2) === 'PK') return 'zip';
    if (first[0] === 0x1f && first[1] === 0x8b) return 'tar.gz';
    if (first.toString('latin1', TAR_MARK, TAR_MARK + 5) === 'ustar') return 'tar';
  } finally {
    await file.close();
  }
  throw new LoupeError('UNSUPPORTED_MEDIA', 'The file is not a readable ZIP or TAR. Send one with pictures.');
}

/** What is gone through while somebody waits for the answer. */
const FEW_FILES = 2000;
const SMALL_TAR_BYTES = 4 * 1024 * 1024;
const SMALL_COMPRESSED_BYTES = 64 * 1024;

/**
 * The steps of a ZIP or TAR in order. The file of a step can be read until the next step is asked for.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_MANIFEST, PAYLOAD_TOO_LARGE
 */
export async function* stepsOfArchive(path: string): AsyncGenerator<ImportStep> {
  const kind = await archiveKindOf(path);
  if (kind === 'zip') yield* stepsOfZip(path);
  else yield* stepsOfTar(path, kind === 'tar.gz');
}

/**
 * Whether an archive is gone through in a moment, whatever it holds: a ZIP by the number of its files, which it states, a TAR by its
 * size, since it has to be read as a whole.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA
 */
export async function isQuickToPlan(path: string): Promise<boolean> {
  const kind = await archiveKindOf(path);
  if (kind === 'zip') return (await countOfZip(path)) <= FEW_FILES;
  return (await stat(path)).size <= (kind === 'tar' ? SMALL_TAR_BYTES : SMALL_COMPRESSED_BYTES);
}
