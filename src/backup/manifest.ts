/** What a backup says of itself: every file with its size and checksum, so that nothing damaged is ever restored. */
import { createHash } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { z } from 'zod';
import { type Measured, measure } from '../media/uploads/meter.js';
import { type BackupPlace, refusal } from './places.js';

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
  /** Fingerprints of keys: they differ when the keys differ, and do not reveal them. */
  keyFingerprint: z.string(),
  files: z.array(file),
  /** Ids of stored files whose bytes were gone or damaged before the backup. */
  damaged: z.array(z.string()),
});

export type BackupFile = z.infer<typeof file>;
export type Manifest = z.infer<typeof manifest>;

/** The checksum comes first: with the manifest the backup is whole. */
export async function writeManifest(place: BackupPlace, values: Omit<Manifest, 'format'>): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...values }, null, 1)}\n`;
  await place.put(CHECKSUM, [Buffer.from(`${sha256(text)}\n`)]);
  await place.put(MANIFEST, [Buffer.from(text)]);
}

/** @throws LoupeError BAD_USER_INPUT when the place holds no whole backup that this version understands */
export async function readManifest(place: BackupPlace): Promise<Manifest> {
  const [text, checksum] = await Promise.all(
    [MANIFEST, CHECKSUM].map(async (name) => textOf(place.readStream(name)).catch(nullIfMissing)),
  );
  if (text == null || checksum == null) {
    throw refusal(`${place.name} holds no finished backup: ${MANIFEST} or ${CHECKSUM} is missing.`);
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
export async function requireWhole(
  place: BackupPlace,
  { files }: Manifest,
  onFile: () => void,
): Promise<void> {
  for (const { path, sizeBytes, sha256: wanted } of files) {
    const found: Measured | null = await measure(place.readStream(path)).catch(nullIfMissing);
    if (found === null) throw refusal(`${path} is missing in the backup. Take another backup.`);
    if (found.sizeBytes !== sizeBytes || found.sha256 !== wanted) {
      throw refusal(`${path} of the backup is damaged. Take another backup.`);
    }
    onFile();
  }
}

function nullIfMissing(error: unknown): null {
  if (
    error instanceof Error &&
    'code' in error &&
    ['ENOENT', 'ENOTDIR', 'NOT_FOUND'].includes(String(error.code))
  )
    return null;
  throw error;
}

/** A fingerprint of a key: equal for equal keys, and it reveals nothing else. */
export function fingerprintOf(key: Buffer): string {
  return sha256(Buffer.concat([Buffer.from('loupe backup '), key])).slice(0, 16);
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
