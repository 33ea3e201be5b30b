/** Passwords, kept as argon2id (RFC 9106). */
import { hash, verify } from '@node-rs/argon2';

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
    const isRight = await verify(passwordHash ?? (await this.decoy), normalize(password));
    return isRight && passwordHash !== null;
  }
}

/** The same letters typed on another keyboard give the same password (RFC 8265, OpaqueString). */
function normalize(password: string): string {
  return password.normalize('NFC');
}
