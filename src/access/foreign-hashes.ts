/** Hashes of passwords that other systems made: bcrypt, PBKDF2 in the notations of the field, and Argon2 with any parameters. */
import { parseOptions, verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { badInput } from '../kernel/errors.js';

/** What one log-in may cost, whatever the kind of the hash: a hash that states more would keep the server busy. */
const MOST_MS = 1200;
const MOST_KIB = 256 * 1024;
const MOST_LANES = 16;
const MOST_KEY_BYTES = 128;
/** From here on, one at a time. */
const DEAR_MS = 100;
const DEAR_KIB = 64 * 1024;

/** Processor time of one core of a server of 2020, rounded up. */
const ARGON2_MS_PER_KIB = 0.0015;
const BCRYPT_MS_PER_ROUND = 0.06;
const PBKDF2_MS_PER_BLOCK: Readonly<Record<string, number>> = {
  sha1: 0.0002,
  sha256: 0.0002,
  sha512: 0.0006,
};
const BLOCK_BYTES: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 };

/** A hash whose every field was read. */
export interface ForeignHash {
  /** What all hashes of the same function and parameters begin with. */
  readonly kind: string;
  /** Estimated processor time of one verification. */
  readonly ms: number;
  readonly memoryKib: number;
  verify(password: string): Promise<boolean>;
}

interface Pbkdf2 {
  readonly kind: string;
  readonly digest: string;
  readonly iterations: number;
  readonly salt: Buffer;
  readonly key: Buffer;
}

const derive = promisify(pbkdf2);
const BCRYPT = /^(\$2[aby]\$(\d\d)\$)[./A-Za-z0-9]{53}$/;
const BCRYPT_DIGITS = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LEAST_BCRYPT_COST = 4;
const ARGON2 = /^\$argon2(?:id|i|d)\$(?:v=\d+\$)?[^$]+\$/;
/** Django: `pbkdf2_sha256$260000$salt$base64`. */
const DJANGO = /^(pbkdf2_(sha1|sha256|sha512)\$(\d{1,9})\$)([^$]+)\$([A-Za-z0-9+/=]+)$/;
/** Passlib and PHC: `$pbkdf2-sha256$29000$salt$hash`, `$pbkdf2-sha256$i=29000,l=32$salt$hash`. */
const PASSLIB =
  /^(\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,9})(?:,l=\d+)?\$)([A-Za-z0-9+/.=]+)\$([A-Za-z0-9+/.=]+)$/;
/** ASP.NET Identity: base64 of a version byte, 0 or 1, and what it says. */
const IDENTITY = /^A[A-Za-z0-9+/]{40,}={0,2}$/;
const IDENTITY_DIGESTS = ['sha1', 'sha256', 'sha512'];
/** Base64 digits that hold version, function and rounds, and nothing of the salt. */
const IDENTITY_HEAD = 16;

/** @throws LoupeError BAD_USER_INPUT for a hash that cannot be verified, or would cost too much to verify */
export function requireForeignHash(hash: string): string {
  const read = readForeignHash(hash);
  if (read === null) {
    const known = 'bcrypt ($2b$…), Argon2 ($argon2id$…), PBKDF2 of Django, passlib or ASP.NET Identity';
    throw badInput('passwordHash', `must be whole and of a known kind: ${known}`);
  }
  if (isBeyondBudget(read)) {
    throw badInput('passwordHash', 'costs too much to verify; let this user set a new password');
  }
  return hash;
}

/** Whether a server would be kept busy by verifying a hash: it never does. */
export function isBeyondBudget({ ms, memoryKib }: ForeignHash): boolean {
  return ms > MOST_MS || memoryKib > MOST_KIB;
}

/** Whether a hash costs so much that hashes like it are verified one at a time. */
export function isDear({ ms, memoryKib }: ForeignHash): boolean {
  return ms > DEAR_MS || memoryKib > DEAR_KIB;
}

/** Reads a hash as the function that verifies it does. Null where that would refuse it, so that no password could ever be right. */
export function readForeignHash(hash: string): ForeignHash | null {
  return bcryptOf(hash) ?? argon2Of(hash) ?? withCost(pbkdf2Of(hash));
}

function bcryptOf(hash: string): ForeignHash | null {
  const [, kind = '', cost] = BCRYPT.exec(hash) ?? [];
  if (kind === '' || Number(cost) < LEAST_BCRYPT_COST) return null;
  const exact = withoutLooseBits(hash);
  return {
    kind,
    ms: BCRYPT_MS_PER_ROUND * 2 ** Number(cost),
    memoryKib: 4,
    verify: (password) => verifyBcrypt(password, exact),
  };
}

/** The last digits of salt and hash hold 2 and 4 bits; some makers fill the rest at random. */
function withoutLooseBits(hash: string): string {
  const cleared = (at: number, mask: number) =>
    BCRYPT_DIGITS[BCRYPT_DIGITS.indexOf(hash[at] ?? '') & mask] ?? '';
  return hash.slice(0, 28) + cleared(28, 0b110000) + hash.slice(29, 59) + cleared(59, 0b111100);
}

function argon2Of(hash: string): ForeignHash | null {
  const [kind] = ARGON2.exec(hash) ?? [];
  if (kind === undefined) return null;
  try {
    const { memoryCost, timeCost, parallelism, outputLen } = parseOptions(hash);
    if (parallelism > MOST_LANES || outputLen > MOST_KEY_BYTES) return null;
    return {
      kind,
      ms: ARGON2_MS_PER_KIB * memoryCost * timeCost,
      memoryKib: memoryCost,
      verify: (password) => verifyArgon2(hash, password),
    };
  } catch {
    return null;
  }
}

function withCost(parsed: Pbkdf2 | null): ForeignHash | null {
  if (parsed === null) return null;
  const { kind, digest, iterations, salt, key } = parsed;
  const blocks = Math.ceil(key.length / (BLOCK_BYTES[digest] ?? 1));
  return {
    kind,
    ms: (PBKDF2_MS_PER_BLOCK[digest] ?? 1) * iterations * blocks,
    memoryKib: 4,
    verify: async (password) =>
      timingSafeEqual(await derive(password, salt, iterations, key.length, digest), key),
  };
}

function pbkdf2Of(hash: string): Pbkdf2 | null {
  const django = DJANGO.exec(hash);
  if (django !== null) {
    const [, kind = '', digest = '', iterations, salt = '', key = ''] = django;
    return usable({
      kind,
      digest,
      iterations: Number(iterations),
      salt: Buffer.from(salt),
      key: base64(key),
    });
  }
  const passlib = PASSLIB.exec(hash);
  if (passlib !== null) {
    const [, kind = '', digest = 'sha1', iterations, salt = '', key = ''] = passlib;
    return usable({ kind, digest, iterations: Number(iterations), salt: base64(salt), key: base64(key) });
  }
  return IDENTITY.test(hash) ? identityOf(hash, base64(hash)) : null;
}

/** Version 0: PBKDF2 of 1000 rounds of HMAC-SHA1, a salt of 16 bytes. Version 1 states function, rounds and length of the salt. */
function identityOf(hash: string, bytes: Buffer): Pbkdf2 | null {
  if (bytes[0] === 0 && bytes.length === 49) {
    const [salt, key] = [bytes.subarray(1, 17), bytes.subarray(17)];
    return usable({ kind: 'AA', digest: 'sha1', iterations: 1000, salt, key });
  }
  if (bytes[0] !== 1 || bytes.length < 13) return null;
  const [digest, iterations] = [IDENTITY_DIGESTS[bytes.readUInt32BE(1)], bytes.readUInt32BE(5)];
  const end = 13 + bytes.readUInt32BE(9);
  if (digest === undefined) return null;
  const kind = hash.slice(0, IDENTITY_HEAD);
  return usable({ kind, digest, iterations, salt: bytes.subarray(13, end), key: bytes.subarray(end) });
}

function usable(parsed: Pbkdf2): Pbkdf2 | null {
  const { iterations, salt, key } = parsed;
  return iterations > 0 && salt.length > 0 && key.length >= 16 && key.length <= MOST_KEY_BYTES
    ? parsed
    : null;
}

/** Passlib writes dots for plus signs. Empty where the text is no base64 as a whole, which Node would read up to there. */
function base64(text: string): Buffer {
  const usual = text.replaceAll('.', '+');
  const bytes = Buffer.from(usual, 'base64');
  return bytes.toString('base64').replace(/=+$/, '').length === usual.replace(/=+$/, '').length
    ? bytes
    : Buffer.alloc(0);
}
