/** Passwords, kept as argon2id (RFC 9106); those that came from another system as they came, until their first log-in. */
import { hash } from '@node-rs/argon2';
import { type ForeignHash, isBeyondBudget, isDear, readForeignHash } from './foreign-hashes.js';
import { Turns } from '../kernel/turns.js';

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

/** Four threads work in the background, and they read files as well. */
const AT_ONCE = 2;
const MOST_WAITING = 256;
const MOST_DEAR_WAITING = 32;
const TOO_MANY = 'Too many people log in at the moment. Try again in a few seconds.';

export class PasswordHasher {
  private decoy: Promise<string> | undefined;
  private readonly turns = new Turns(AT_ONCE, MOST_WAITING, TOO_MANY);
  private readonly dearTurns = new Turns(1, MOST_DEAR_WAITING, TOO_MANY);

  /** @param onVerify hears of every hash that is worked on, before the work */
  constructor(
    private readonly cost: PasswordCost = RECOMMENDED,
    private readonly onVerify: (hash: string) => void = () => {},
  ) {}

  /** PHC string with its own salt. @throws LoupeError OVERLOADED */
  async hash(password: string): Promise<string> {
    const { memoryKib, passes } = this.cost;
    const options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
    return this.turns.run(() => hash(normalize(password), options));
  }

  /**
   * Whether the password belongs to the hash. A wrong one costs the same for every name: the work of one hash of this server and
   * of one of each other kind, done on decoys where the name's own hash is of another kind, or where there is no hash (an unknown
   * user, or one without a password).
   *
   * @param otherKinds a hash of each kind that is still kept beside those of this server
   * @throws LoupeError OVERLOADED
   */
  async verify(
    passwordHash: string | null,
    password: string,
    otherKinds: () => Promise<readonly string[]> = () => Promise.resolve([]),
  ): Promise<boolean> {
    const read = passwordHash === null ? null : readForeignHash(passwordHash);
    const usable = read === null || isBeyondBudget(read) ? null : read;
    if (usable !== null && passwordHash !== null && (await this.work(passwordHash, usable, password))) {
      return true;
    }
    await this.workInVain(password, await otherKinds(), usable === null ? [] : [usable.kind]);
    return false;
  }

  /** What a wrong password costs beyond the kinds that were worked on already. */
  async workInVain(
    password: string,
    otherKinds: readonly string[],
    done: readonly string[] = [],
  ): Promise<void> {
    this.decoy ??= this.hash('decoy');
    for (const decoy of [await this.decoy, ...otherKinds]) {
      const read = readForeignHash(decoy);
      if (read !== null && !done.includes(read.kind)) await this.work(decoy, read, password);
    }
  }

  private async work(passwordHash: string, read: ForeignHash, password: string): Promise<boolean> {
    const turns = isDear(read) ? this.dearTurns : this.turns;
    return turns.run(async () => {
      this.onVerify(passwordHash);
      const normal = normalize(password);
      if (await read.verify(normal)) return true;
      // Other systems hash what was typed.
      return password !== normal && (await read.verify(password));
    });
  }

  /** What hashes of this server begin with. */
  get ownKind(): string {
    const { memoryKib, passes } = this.cost;
    return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`;
  }

  /** Whether a hash is not as this server makes them now. */
  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith(this.ownKind);
  }
}

/** The same letters typed on another keyboard give the same password (RFC 8265, OpaqueString). */
function normalize(password: string): string {
  return password.normalize('NFC');
}
