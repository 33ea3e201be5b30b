/** Which kind of archive a file is, by its first bytes. */
import { open } from 'node:fs/promises';
import { LoupeError } from '../../kernel/errors.js';

export type ArchiveKind = 'zip' | 'tar' | 'tar.gz';

/** Where a TAR says what it is. */
const TAR_MARK = 257;
const FIRST_BYTES = 512;

/** @throws LoupeError UNSUPPORTED_MEDIA */
export async function archiveKindOf(path: string): Promise<ArchiveKind> {
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
