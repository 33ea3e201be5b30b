/**
 * Secrets of the platform: made at random, kept as hashes for look-up, and encrypted where they must be shown again.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { loadSecretKey } from './secret-key.js';

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const FORMAT = 'v1';

export class Secrets {
  private readonly encryptionKey: Buffer;
  private readonly signingKey: Buffer;
  /** 32 bytes of the key that packs are signed with. */
  readonly packSeed: Buffer;

  /** @param key at least 32 bytes that only this server knows */
  constructor(key: Buffer) {
    this.encryptionKey = derive(key, 'encryption');
    this.signingKey = derive(key, 'signing');
    this.packSeed = derive(key, 'packs');
  }

  /** Secrets under the configured key, or under the key file of the data folder (made when it is not there yet). */
  static open(config: { readonly secretKey: string | null; readonly dataFolder: string }): Secrets {
    return new Secrets(loadSecretKey(config.secretKey, config.dataFolder));
  }

  /** 256 random bits, safe in headers, addresses and forms. */
  newSecret(): string {
    return randomBytes(SECRET_BYTES).toString('base64url');
  }

  /** SHA-256 in lower-case hex, for looking a random secret up. Not for passwords. */
  hash(secret: string): string {
    return createHash('sha256').update(secret, 'utf8').digest('hex');
  }

  /** Encrypts with AES-256-GCM (NIST SP 800-38D) under a nonce of its own. */
  encrypt(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.encryptionKey, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${FORMAT}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
  }

  /** @throws Error when the text was encrypted under another key, or changed */
  decrypt(cipherText: string): string {
    const [format, body] = cipherText.split('.');
    const bytes = Buffer.from(body ?? '', 'base64url');
    if (format !== FORMAT || bytes.length < NONCE_BYTES + TAG_BYTES) throw undecipherable();
    const decipher = createDecipheriv(CIPHER, this.encryptionKey, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw undecipherable(cause);
    }
  }

  /** HMAC-SHA-256 as base64url: proves later that this server wrote the text. */
  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.signingKey).update(`${purpose}\0${text}`, 'utf8').digest('base64url');
  }

  /** Compares two secrets in a time that does not depend on where they differ. */
  isSame(a: string, b: string): boolean {
    return timingSafeEqual(Buffer.from(this.hash(a)), Buffer.from(this.hash(b)));
  }
}

function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `loupe ${purpose}`, SECRET_BYTES));
}

function undecipherable(cause?: unknown): Error {
  return new Error(
    'A stored key cannot be decrypted: LOUPE_SECRET_KEY or secret.key is not the one it was made with.',
    { cause },
  );
}
