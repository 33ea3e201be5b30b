/** Log-ins in two steps: a password that is right starts a session at once, or gets a ticket for the second step. */
import type { LoginThrottle } from '../../access/login-throttle.js';
import type { Secrets } from '../../access/secrets.js';
import { operator } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { LoupeError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { AccessToken, type TokenPurpose } from '../sessions/access-token.entity.js';
import type { TokenIssuer } from '../sessions/token-issuer.js';
import type { User } from '../user.entity.js';
import { userSubject } from '../user.rules.js';
import type { LoginView } from '../views.js';
import { type FactorAnswer, type FactorProofs, hasFactor, type Holder } from './factor-proofs.js';
import { creationOptions, requestOptions } from './passkeys.js';
import {
  type FactorKind,
  type FactorSetup,
  type LoginStep,
  SecondFactorRequired,
  sharedSecret,
  type Site,
} from './second-factor.rules.js';

export type LoginKind = 'Session' | 'Bearer';

export interface LoginStepsParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'newSecret' | 'hash'>;
  readonly clock: Clock;
  readonly issuer: TokenIssuer;
  readonly operations: OperationLog;
  readonly proofs: FactorProofs;
  readonly throttle: LoginThrottle;
}

const TICKET_LIFE_MS = 15 * 60 * 1000;

export class LoginSteps {
  constructor(private readonly parts: LoginStepsParts) {}

  /**
   * Logs in a user whose password was right.
   *
   * @param site the page that logs in; null where none does, and undefined where there is no second step
   * @throws SecondFactorRequired with the ticket of the second step
   */
  async begin(user: User, kind: LoginKind, site: Site | null | undefined): Promise<LoginView> {
    const { database, issuer, proofs } = this.parts;
    const holder = await proofs.holderOf(database.reader(), user.id);
    if (holder === null || (!hasFactor(holder) && !holder.isRequired)) return issuer.issue(user, kind);
    if (site === undefined) throw new SecondFactorRequired(null);
    throw new SecondFactorRequired(await this.stepOf(holder, kind, site));
  }

  /**
   * Logs in by the ticket of the first step and a proof.
   *
   * @throws LoupeError INVALID_GRANT for a ticket that is not good any more or a proof that does not hold, RATE_LIMITED
   */
  async finish(
    ticket: string,
    kind: LoginKind,
    answer: FactorAnswer,
    { site, address }: { readonly site: Site | null; readonly address: string | null },
  ): Promise<LoginView> {
    const { database, issuer, proofs, throttle } = this.parts;
    const row = await proofs.ticketOf(database.reader(), ticket, [`${kind}Step`]);
    const holder = row === null ? null : await proofs.holderOf(database.reader(), row.userId);
    if (row === null || holder?.user.status !== 'Active' || !hasFactor(holder)) throw tooLate();
    // Nobody guesses a signature: who may not type codes for a while still uses a passkey.
    const attempt = answer.passkey == null ? await throttle.begin(holder.user.id, address) : null;
    const proof = await proofs.prove(holder, row, answer, site);
    if (proof === null) return this.refuse(holder, row, answer);
    await attempt?.succeeded();
    await this.useUp(row, holder, proof);
    return issuer.issue(holder.user, kind);
  }

  /** A ticket for a second factor, and what it is set up with. */
  async newSetup({ user, passkeys }: Holder, site: Site | null): Promise<FactorSetup> {
    return this.setupOf(user, passkeys, await this.newTicket(user, 'FactorSetup'), site);
  }

  private async stepOf(holder: Holder, kind: LoginKind, site: Site | null): Promise<LoginStep> {
    const { user, passkeys, authenticator, codesLeft } = holder;
    const made = await this.newTicket(user, `${kind}Step`);
    if (!hasFactor(holder)) {
      // Programs have nobody who could set one up.
      const setup = kind === 'Session' ? await this.setupOf(user, passkeys, made, site) : null;
      if (setup === null) throw new SecondFactorRequired(null);
      return { ticket: made.ticket, kinds: [], passkeyOptions: null, setup };
    }
    const here = passkeys.filter(({ host }) => host === site?.host);
    const kinds: FactorKind[] = [
      ...(authenticator === null ? [] : ['Authenticator' as const]),
      ...(here.length === 0 ? [] : ['Passkey' as const]),
      ...(codesLeft === 0 ? [] : ['RecoveryCode' as const]),
    ];
    const challenge = this.parts.proofs.challengeOf(made.row);
    const passkeyOptions =
      site === null || here.length === 0 ? null : await requestOptions(site, challenge, here);
    return { ticket: made.ticket, kinds, passkeyOptions, setup: null };
  }

  private async setupOf(
    user: User,
    passkeys: Holder['passkeys'],
    { ticket, row }: { readonly ticket: string; readonly row: AccessToken },
    site: Site | null,
  ): Promise<FactorSetup> {
    const { proofs } = this.parts;
    const here = passkeys.filter(({ host }) => host === site?.host);
    const challenge = proofs.challengeOf(row);
    const passkeyOptions = site === null ? null : await creationOptions(site, user, challenge, here);
    return { ticket, ...sharedSecret(proofs.newSecretOf(row), user.userName), passkeyOptions };
  }

  private async newTicket({ id: userId }: User, purpose: TokenPurpose) {
    const { database, secrets, clock } = this.parts;
    const ticket = secrets.newSecret();
    const dateCreated = clock.now();
    const row = {
      id: newId(),
      tokenHash: secrets.hash(ticket),
      purpose,
      userId,
      dateCreated,
      dateExpires: new Date(dateCreated.getTime() + TICKET_LIFE_MS),
      dateRevoked: null,
    };
    await database.transaction(async ({ em }) => {
      await em.nativeDelete(AccessToken, { userId, dateExpires: { $lt: dateCreated } });
      em.create(AccessToken, row);
    });
    return { ticket, row };
  }

  /** Somebody who got so far knows the password: the log says so. A passkey's challenge counts for one answer. */
  private async refuse({ user }: Holder, row: AccessToken, { passkey }: FactorAnswer): Promise<never> {
    const { database, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      operations.write(em, operator, 'secondFactor:refuse', userSubject(user));
      if (passkey != null) await this.revoke(em, row);
    });
    throw new LoupeError(
      'INVALID_GRANT',
      passkey == null
        ? 'The code is wrong, or was used already. Wait for the next one.'
        : 'The passkey did not prove who you are. Begin again.',
    );
  }

  /** @throws LoupeError INVALID_GRANT when another request has used the ticket */
  private async useUp(row: AccessToken, { user }: Holder, proof: FactorKind): Promise<void> {
    const { database, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      if ((await this.revoke(em, row)) !== 1) throw tooLate();
      if (proof === 'RecoveryCode') {
        operations.write(em, operator, 'secondFactor:recover', userSubject(user));
      }
    });
  }

  private async revoke(em: EntityManager, { id }: AccessToken): Promise<number> {
    return em.nativeUpdate(AccessToken, { id, dateRevoked: null }, { dateRevoked: this.parts.clock.now() });
  }
}

export function tooLate(): LoupeError {
  return new LoupeError('INVALID_GRANT', 'This log-in was begun too long ago. Begin again.');
}
