/** Passwords, kept as argon2id (RFC 9106) with the parameters that OWASP recommends for 19 MiB. */
import { type Options, hash, verify } from '@node-rs/argon2';

const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Longer input is refused before it reaches the hash. */
export const maxPasswordLength = 256;
export const minPasswordLength = 8;

let decoy: Promise<string> | undefined;

/** PHC string with its own salt. */
export async function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), parameters);
}

/**
 * Whether the password belongs to the hash. Without a hash (an unknown user, or one without a password) the same work
 * is done on a decoy, so that the time of the answer tells nothing.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy');
  const isRight = await verify(passwordHash ?? (await decoy), normalize(password));
  return isRight && passwordHash !== null;
}

/** The same letters typed on another keyboard give the same password (RFC 8265, OpaqueString). */
function normalize(password: string): string {
  return password.normalize('NFC');
}
