/** What a backup says of itself: every file with its size and checksum, so that nothing damaged is ever restored. */
import { createHash } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LoupeError } from '../errors.js';

const FORMAT = 1;
const MANIFEST = 'manifest.json';
const CHECKSUM = 'manifest.sha256';

const file = z.object({ path: z.string(), sizeBytes: z.int().min(0), sha256: z.string() });

const manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the program that wrote it. */
  version: z.string(),
  /** Everything that was acknowledged before is in it. */
  dateBegun: z.iso.datetime(),
  dateEnded: z.iso.datetime(),
  database: z.enum(['sqlite', 'postgresql']),
  /** Names of the migrations that its database has gone through. */
  migrations: z.array(z.string()),
  /** Tells keys apart without telling them. */
  keyFingerprint: z.string(),
  files: z.array(file),
  /** Ids of stored files whose bytes were gone or damaged before the backup. */
  damaged: z.array(z.string()),
});

export type BackupFile = z.infer<typeof file>;
export type Manifest = z.infer<typeof manifest>;

export async function writeManifest(folder: string, values: Omit<Manifest, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...values }, null, 1)}\n`;
  await writeFile(join(folder, CHECKSUM), `${sha256(text)}\n`, { flush: true });
  await writeFile(join(folder, MANIFEST), text, { flush: true });
}

/** @throws LoupeError BAD_USER_INPUT when the folder holds no whole backup that this version understands */
export async function readManifest(folder: string): Promise<Manifest> {
  const [text, checksum] = await Promise.all(
    [MANIFEST, CHECKSUM].map((name) => readFile(join(folder, name), 'utf8').catch(() => null)),
  );
  if (text == null || checksum == null) {
    throw refusal(`${folder} holds no finished backup: ${MANIFEST} or ${CHECKSUM} is missing.`);
  }
  if (sha256(text) !== checksum.trim())
    throw refusal(`${MANIFEST} of the backup is damaged. Take another backup.`);
  const parsed = manifest.safeParse(JSON.parse(text));
  if (!parsed.success) {
    throw refusal(
      'The backup was written by a version that this one does not understand. Restore it with that one.',
    );
  }
  return parsed.data;
}

/** Refuses a backup in which a file is missing, longer, shorter or other than it was. @throws LoupeError BAD_USER_INPUT */
export async function demandWhole(folder: string, { files }: Manifest, onFile: () => void): Promise<void> {
  for (const { path, sizeBytes, sha256: wanted } of files) {
    const found = await measure(join(folder, path)).catch(() => null);
    if (found === null) throw refusal(`${path} is missing in the backup. Take another backup.`);
    if (found.sizeBytes !== sizeBytes || found.sha256 !== wanted) {
      throw refusal(`${path} of the backup is damaged. Take another backup.`);
    }
    onFile();
  }
}

/** Size and checksum of a file. */
export async function measure(path: string): Promise<Pick<BackupFile, 'sizeBytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await open(path, 'r');
  try {
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      sizeBytes += chunk.length;
    }
  } finally {
    await handle.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

export function refusal(message: string): LoupeError {
  return new LoupeError('BAD_USER_INPUT', message);
}

/** Tells whether two keys are the same, and nothing else. */
export function fingerprintOf(key: Buffer): string {
  return sha256(Buffer.concat([Buffer.from('loupe backup '), key])).slice(0, 16);
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
