/** Page credits, inside the transaction that spends or moves them. */
import { raw } from '@mikro-orm/core';
import type { Clock } from '../kernel/clock.js';
import type { EntityManager } from '../db/database.js';
import { LoupeError } from '../kernel/errors.js';
import { diagnosticsEvents } from '../kernel/diagnostics-events.js';
import { type AccountType, Organization } from '../organizations/organization.entity.js';
import { newId } from '../kernel/ids.js';
import {
  type CreditDirection,
  CreditTransfer,
  PageMovement,
  type PageMovementKind,
} from './credit-movements.entity.js';

/** Contracts under which every page that is activated takes a credit. */
const countedTypes: readonly AccountType[] = ['Demo', 'Prepaid'];

export interface Movement {
  /** null when the operator gives or takes. */
  readonly fromId: string | null;
  readonly toId: string | null;
  readonly amount: number;
  readonly direction: CreditDirection;
  readonly userId: string | null;
}

/** Told, within the transaction, that credits run low. */
type OnLow = (em: EntityManager, organizationId: string, left: number) => void;

export class CreditLedger {
  private whenLow: { readonly below: number; readonly tell: OnLow } | null = null;

  constructor(private readonly clock: Clock) {}

  /** @param below pages; reported by the debit that crosses this threshold */
  tellWhenLow(below: number, tell: OnLow): void {
    this.whenLow = { below, tell };
  }

  /**
   * Takes one credit for each page that becomes active for the first time, where the contract counts pages, and
   * counts the pages in ActivationCumul under every contract.
   *
   * @returns whether credits were taken
   * @throws LoupeError INSUFFICIENT_CREDIT; the caller's transaction must then fail
   */
  async takeForActivation(em: EntityManager, organizationId: string, pageCount: number): Promise<boolean> {
    if (pageCount === 0) return false;
    const { accountType, validityDate } = await em.findOneOrFail(
      Organization,
      { id: organizationId },
      { disableIdentityMap: true },
    );
    if (validityDate && validityDate <= this.clock.now()) {
      diagnosticsEvents.creditRefused.publish({ organizationId });
      throw new LoupeError(
        'INSUFFICIENT_CREDIT',
        `The contract ended on ${validityDate.toISOString().slice(0, 10)}. Ask the operator of the platform to renew it.`,
      );
    }
    if (isCounted(accountType)) {
      await this.debit(em, organizationId, pageCount);
      await this.tellIfLow(em, organizationId, pageCount);
      this.record(em, {
        fromId: organizationId,
        toId: null,
        amount: pageCount,
        direction: 'Take',
        userId: null,
      });
    }
    await em.nativeUpdate(
      Organization,
      { id: organizationId },
      { activationCumul: raw('activation_cumul + ?', [pageCount]) },
    );
    this.note(em, organizationId, 'Activation', pageCount);
    return isCounted(accountType);
  }

  /** Gives back the credits of pages that are thrown away. */
  async giveBack(em: EntityManager, organizationId: string, pageCount: number): Promise<void> {
    if (pageCount === 0) return;
    await this.credit(em, organizationId, pageCount);
    const movement = { fromId: null, toId: organizationId, userId: null } as const;
    this.record(em, { ...movement, amount: pageCount, direction: 'Give' });
  }

  /** Counts pages that stopped being active in DeactivationCumul. No credit comes back. */
  async countDeactivation(em: EntityManager, organizationId: string, pageCount: number): Promise<void> {
    if (pageCount === 0) return;
    await em.nativeUpdate(
      Organization,
      { id: organizationId },
      { deactivationCumul: raw('deactivation_cumul + ?', [pageCount]) },
    );
    this.note(em, organizationId, 'Deactivation', pageCount);
  }

  /** Notes the credits that an organization begins with. */
  open(em: EntityManager, organizationId: string, amount: number): void {
    if (amount === 0) return;
    this.record(em, { fromId: null, toId: organizationId, amount, direction: 'Give', userId: null });
  }

  /**
   * Moves credits that are there, whatever the contracts of the two count: only the operator brings new ones in.
   *
   * @throws LoupeError INSUFFICIENT_CREDIT
   */
  async move(em: EntityManager, movement: Movement): Promise<void> {
    const { fromId, toId, amount } = movement;
    const debit = () => (fromId === null ? Promise.resolve() : this.debit(em, fromId, amount));
    const credit = () => (toId === null ? Promise.resolve() : this.credit(em, toId, amount));
    // Rows are locked in the order of their ids, so that two movements never wait for each other.
    const isUpwards = (fromId ?? '') < (toId ?? '');
    for (const step of isUpwards ? [debit, credit] : [credit, debit]) await step();
    this.record(em, movement);
  }

  private async credit(em: EntityManager, organizationId: string, amount: number): Promise<void> {
    await em.nativeUpdate(
      Organization,
      { id: organizationId },
      { totalCredit: raw('total_credit + ?', [amount]) },
    );
  }

  /** One conditional statement, so that two spenders at once cannot take the same credit. */
  private async debit(em: EntityManager, organizationId: string, amount: number): Promise<void> {
    const changed = await em.nativeUpdate(
      Organization,
      {
        id: organizationId,
        [raw('total_credit - total_debit')]: { $gte: amount },
      },
      { totalDebit: raw('total_debit + ?', [amount]) },
    );
    if (changed === 0) {
      diagnosticsEvents.creditRefused.publish({ organizationId });
      throw await tooFewCredits(em, organizationId, amount);
    }
  }

  private async tellIfLow(em: EntityManager, organizationId: string, taken: number): Promise<void> {
    if (this.whenLow === null) return;
    const { totalCredit, totalDebit } = await em.findOneOrFail(
      Organization,
      { id: organizationId },
      { disableIdentityMap: true },
    );
    const left = totalCredit - totalDebit;
    const { below, tell } = this.whenLow;
    if (left < below && left + taken >= below) tell(em, organizationId, left);
  }

  private note(em: EntityManager, organizationId: string, kind: PageMovementKind, pages: number): void {
    em.create(PageMovement, { id: newId(), organizationId, kind, pages, dateCreated: this.clock.now() });
  }

  private record(em: EntityManager, movement: Movement): void {
    em.create(CreditTransfer, {
      id: newId(),
      sourceOrganizationId: movement.fromId,
      targetOrganizationId: movement.toId,
      amount: movement.amount,
      direction: movement.direction,
      userId: movement.userId,
      dateCreated: this.clock.now(),
    });
  }
}

/** Says what is lacking, and who can help: the organization above, or the operator by the command line. */
async function tooFewCredits(em: EntityManager, organizationId: string, needed: number): Promise<LoupeError> {
  const where = { id: organizationId };
  const { totalCredit, totalDebit } = await em.findOneOrFail(Organization, where, {
    disableIdentityMap: true,
  });
  const left = totalCredit - totalDebit;
  return new LoupeError(
    'INSUFFICIENT_CREDIT',
    `The account has too few page credits: ${needed} needed, ${left} left. ` +
      'An administrator of the organization above can give credits; the operator of the server brings new ones in with ' +
      `"npx loupe org set ${organizationId} --credit ${needed - left}".`,
  );
}

/** Pages that the account can still activate; null where the contract does not count them. */
export function remainingCredit(organization: Organization): number | null {
  if (!isCounted(organization.accountType)) return null;
  return organization.totalCredit - organization.totalDebit;
}

function isCounted(accountType: AccountType): boolean {
  return countedTypes.includes(accountType);
}
