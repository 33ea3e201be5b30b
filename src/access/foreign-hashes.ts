/** Hashes of passwords that other systems made: bcrypt, PBKDF2 in the notations of the field, and Argon2 with any parameters. */
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { compare as verifyBcrypt, getRounds } from 'bcryptjs';
import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { badInput } from '../kernel/errors.js';

/** What a log-in may cost: a hash that states more would keep the server busy. */
const MOST_BCRYPT_COST = 14;
const MOST_ITERATIONS = 5_000_000;
const MOST_ARGON2_KIB = 1_048_576;
const MOST_ARGON2_PASSES = 64;
const MOST_KEY_BYTES = 128;

interface Pbkdf2 {
  readonly digest: string;
  readonly iterations: number;
  readonly salt: Buffer;
  readonly key: Buffer;
}

const derive = promisify(pbkdf2);
const BCRYPT = /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/;
const ARGON2 = /^\$argon2(?:id|i|d)\$(?:v=\d+\$)?m=(\d+),t=(\d+),p=(\d+)\$[^$]+\$[^$]+$/;
/** Django: `pbkdf2_sha256$260000$salt$base64`. */
const DJANGO = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,9})\$([^$]+)\$([A-Za-z0-9+/=]+)$/;
/** Passlib and PHC: `$pbkdf2-sha256$29000$salt$hash`, `$pbkdf2-sha256$i=29000,l=32$salt$hash`. */
const PASSLIB =
  /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,9})(?:,l=\d+)?\$([A-Za-z0-9+/.=]+)\$([A-Za-z0-9+/.=]+)$/;
/** ASP.NET Identity: base64 of a version byte, 0 or 1, and what it says. */
const IDENTITY = /^A[A-Za-z0-9+/]{40,}={0,2}$/;
const IDENTITY_DIGESTS = ['sha1', 'sha256', 'sha512'];

/** @throws LoupeError BAD_USER_INPUT for a notation that is not known, or a hash that would cost too much to verify */
export function requireForeignHash(hash: string): string {
  if (BCRYPT.test(hash)) {
    if (getRounds(hash) > MOST_BCRYPT_COST) throw tooDear();
    return hash;
  }
  const argon2 = ARGON2.exec(hash);
  if (argon2 !== null) {
    if (Number(argon2[1]) > MOST_ARGON2_KIB || Number(argon2[2]) > MOST_ARGON2_PASSES) throw tooDear();
    return hash;
  }
  const parsed = pbkdf2Of(hash);
  if (parsed === null) {
    const known = 'bcrypt ($2b$…), Argon2 ($argon2id$…), PBKDF2 of Django, passlib or ASP.NET Identity';
    throw badInput('passwordHash', `must be of a known kind: ${known}`);
  }
  if (parsed.iterations > MOST_ITERATIONS) throw tooDear();
  return hash;
}

/** Whether a password belongs to a hash that `requireForeignHash` takes. */
export async function verifyForeign(hash: string, password: string): Promise<boolean> {
  if (BCRYPT.test(hash)) return verifyBcrypt(password, hash);
  const parsed = pbkdf2Of(hash);
  if (parsed === null) return verifyArgon2(hash, password);
  const { digest, iterations, salt, key } = parsed;
  return timingSafeEqual(await derive(password, salt, iterations, key.length, digest), key);
}

function pbkdf2Of(hash: string): Pbkdf2 | null {
  const django = DJANGO.exec(hash);
  if (django !== null) {
    const [, digest = '', iterations, salt = '', key = ''] = django;
    return usable({ digest, iterations: Number(iterations), salt: Buffer.from(salt), key: base64(key) });
  }
  const passlib = PASSLIB.exec(hash);
  if (passlib !== null) {
    const [, digest = 'sha1', iterations, salt = '', key = ''] = passlib;
    return usable({ digest, iterations: Number(iterations), salt: base64(salt), key: base64(key) });
  }
  return IDENTITY.test(hash) ? identityOf(base64(hash)) : null;
}

/** Version 0: PBKDF2 of 1000 rounds of HMAC-SHA1, a salt of 16 bytes. Version 1 states function, rounds and length of the salt. */
function identityOf(bytes: Buffer): Pbkdf2 | null {
  if (bytes[0] === 0 && bytes.length === 49) {
    return usable({ digest: 'sha1', iterations: 1000, salt: bytes.subarray(1, 17), key: bytes.subarray(17) });
  }
  if (bytes[0] !== 1 || bytes.length < 13) return null;
  const [digest, iterations] = [IDENTITY_DIGESTS[bytes.readUInt32BE(1)], bytes.readUInt32BE(5)];
  const end = 13 + bytes.readUInt32BE(9);
  if (digest === undefined) return null;
  return usable({ digest, iterations, salt: bytes.subarray(13, end), key: bytes.subarray(end) });
}

function usable(parsed: Pbkdf2): Pbkdf2 | null {
  const { iterations, salt, key } = parsed;
  return iterations > 0 && salt.length > 0 && key.length >= 16 && key.length <= MOST_KEY_BYTES
    ? parsed
    : null;
}

/** Passlib writes dots for plus signs. */
function base64(text: string): Buffer {
  return Buffer.from(text.replaceAll('.', '+'), 'base64');
}

function tooDear() {
  return badInput('passwordHash', 'costs too much to verify; let this user set a new password');
}
