/** The server's secret key: given by configuration, or made once and kept beside the data. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;
const FILE_NAME = 'secret.key';

/**
 * The key as bytes. Without a given one, reads `secret.key` of the data folder, and makes it (mode 0600) when it is
 * not there yet; of two processes that start at once, both end up with the same key.
 */
export function loadSecretKey(given: string | null, dataFolder: string): Buffer {
  if (given !== null) return Buffer.from(given, 'utf8');
  const file = join(dataFolder, FILE_NAME);
  const existing = readKey(file);
  if (existing !== null) return existing;
  mkdirSync(dataFolder, { recursive: true });
  const draft = join(dataFolder, `.${FILE_NAME}.${process.pid}.${randomBytes(4).toString('hex')}`);
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    // A link, unlike a rename, never replaces a key that another process has put there meanwhile.
    linkSync(draft, file);
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readKey(file);
  if (key === null) throw new Error(`The secret key file ${file} disappeared. Start again.`);
  return key;
}

function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length < KEY_BYTES) {
    throw new Error(`The secret key file ${file} is damaged. Put back a copy of it from a backup.`);
  }
  return key;
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
