/** Passwords, kept as argon2id (RFC 9106); those that came from another system as they came, until their first log-in. */
import { hash } from '@node-rs/argon2';
import { verifyForeign } from './foreign-hashes.js';

/** What a hash costs, as argon2 names it. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP's recommendation for 19 MiB. */
const RECOMMENDED: PasswordCost = { memoryKib: 19_456, passes: 2 };

/** Longer input is refused before it reaches the hash. */
export const maxPasswordLength = 256;
export const minPasswordLength = 8;

export class PasswordHasher {
  private decoy: Promise<string> | undefined;

  constructor(private readonly cost: PasswordCost = RECOMMENDED) {}

  /** PHC string with its own salt. */
  async hash(password: string): Promise<string> {
    const { memoryKib, passes } = this.cost;
    return hash(normalize(password), { memoryCost: memoryKib, timeCost: passes, parallelism: 1 });
  }

  /**
   * Whether the password belongs to the hash. Without a hash (an unknown user, or one without a password) the same work
   * is done on a decoy, so that the time of the answer gives nothing away.
   */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    this.decoy ??= this.hash('decoy');
    const known = passwordHash ?? (await this.decoy);
    const [normal, typed] = [normalize(password), password];
    let isRight = await verifyForeign(known, normal);
    // Other systems hash what was typed.
    if (!isRight && typed !== normal) isRight = await verifyForeign(known, typed);
    return isRight && passwordHash !== null;
  }

  /** Whether a hash is not as this server makes them now. */
  isOutdated(passwordHash: string): boolean {
    const { memoryKib, passes } = this.cost;
    return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`);
  }
}

/** The same letters typed on another keyboard give the same password (RFC 8265, OpaqueString). */
function normalize(password: string): string {
  return password.normalize('NFC');
}
