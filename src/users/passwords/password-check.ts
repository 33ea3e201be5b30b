/** Whether a name and a password belong to an active user. Every way to log in with a password counts its failures here. */
import type { LoginThrottle } from '../../access/login-throttle.js';
import { isBeyondBudget, readForeignHash } from '../../access/foreign-hashes.js';
import type { PasswordHasher } from '../../access/passwords.js';
import type { Database, EntityManager } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import { Node } from '../../tree/node.entity.js';
import { newId } from '../../kernel/ids.js';
import type { Logger } from 'pino';
import type { StoredHashKinds } from './stored-hash-kinds.js';
import { requirePasswordCounts } from '../sign-in/sign-in-provider.service.js';
import { User } from '../user.entity.js';
import { foldName } from '../user.rules.js';

export interface NameAndPassword {
  readonly userName: string;
  readonly password: string;
  /** The caller's network address, for throttling; null when there is none. */
  readonly address: string | null;
}

interface FoundUser {
  readonly user: User;
  /** Node path of the user's organization. */
  readonly path: string;
}

export class PasswordCheck {
  constructor(
    private readonly database: Database,
    readonly throttle: LoginThrottle,
    private readonly hasher: PasswordHasher,
    private readonly kinds: StoredHashKinds,
    private readonly logger: Logger,
  ) {}

  /**
   * The user of a name and a password.
   *
   * @param isWelcome whether this user may log in by this way; one who may not is answered like a wrong password
   * @throws LoupeError INVALID_GRANT, RATE_LIMITED or OVERLOADED; SIGN_IN_FAILED where passwords do not count
   */
  async require(
    { userName, password, address }: NameAndPassword,
    isWelcome: (found: FoundUser) => boolean,
  ): Promise<User> {
    const attempt = await this.throttle.begin(foldName(userName), address);
    const found = await findUser(this.database.reader(), userName);
    const passwordHash = found?.user.passwordHash ?? null;
    const samples = () => this.kinds.samples();
    const isRight = await this.hasher.verify(passwordHash, password, samples);
    if (!isRight) {
      this.warnOf(found);
      throw wrong();
    }
    if (found?.user.status !== 'Active' || !isWelcome(found)) {
      // As dear as a wrong password.
      const done = readForeignHash(passwordHash ?? '')?.kind ?? '';
      await this.hasher.workInVain(password, await samples(), [done]);
      throw wrong();
    }
    await attempt.succeeded();
    await requirePasswordCounts(this.database.reader(), found.user.id, found.path);
    await this.renew(found.user, password);
    return found.user;
  }

  /** A hash that was stored before such were refused: its user can never log in with it, and cannot know why. */
  private warnOf(found: FoundUser | null): void {
    const passwordHash = found?.user.passwordHash;
    if (passwordHash == null) return;
    const read = readForeignHash(passwordHash);
    if (read !== null && !isBeyondBudget(read)) return;
    const why = read === null ? 'cannot be read' : 'costs too much to verify';
    this.logger.warn(
      { userId: found?.user.id },
      `The password hash of a user ${why}. Let them set a new password.`,
    );
  }

  /** A hash that another system made, or this one at another cost, is made as all are now: the password is known here. */
  private async renew({ id, passwordHash = null }: User, password: string): Promise<void> {
    if (passwordHash === null || !this.hasher.isOutdated(passwordHash)) return;
    const renewed = await this.hasher.hash(password);
    await this.database.transaction(async ({ em }) => {
      // Not what was set meanwhile.
      await em.nativeUpdate(User, { id, passwordHash }, { passwordHash: renewed });
    });
  }
}

function wrong(): LoupeError {
  return new LoupeError('INVALID_GRANT', 'The user name or the password is wrong.');
}

async function findUser(em: EntityManager, userName: string): Promise<FoundUser | null> {
  const user = await em.findOne(User, { userNameKey: foldName(userName) });
  // Verified in any case, so that the work done for a name does not reveal whether a user has it.
  const node = await em.findOne(Node, { id: user?.organizationId ?? newId() });
  return user === null || node === null ? null : { user, path: node.path };
}
