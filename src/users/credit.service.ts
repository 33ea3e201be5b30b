/**
 * Moves page credits between the organization of the logged-in user and another one in one transaction. The user must
 * have the right on both; the operator gives from nowhere.
 */
import { isBearer, requireRight } from '../access/access.js';
import { validate } from '../access/validate.js';
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { badInput } from '../kernel/errors.js';
import { type OperationLog, userIdOf } from '../audit/operation-log.js';
import { z } from 'zod';
import type { CreditLedger } from '../credits/credit-ledger.js';
import { creditDirections } from '../credits/credit-movements.entity.js';
import { loadOrganizationNode } from './user-rows.js';

const MAX_AMOUNT = 1_000_000_000;

const transferInput = z.object({
  organizationId: z.string('is missing; give the id of the organization'),
  amount: z
    .int('must be a whole number of pages')
    .min(1, 'must be at least 1')
    .max(MAX_AMOUNT, `must be at most ${MAX_AMOUNT}`),
  direction: z.enum(creditDirections, `must be one of ${creditDirections.join(', ')}`),
});
export type TransferInput = z.input<typeof transferInput>;

export class CreditService {
  constructor(
    private readonly database: Database,
    private readonly ledger: CreditLedger,
    private readonly operations: OperationLog,
  ) {}

  /**
   * `Give` moves pages from the viewer's organization to the given one, `Take` back.
   *
   * @throws LoupeError BAD_USER_INPUT, UNAUTHENTICATED, NOT_FOUND, FORBIDDEN or INSUFFICIENT_CREDIT
   */
  async transfer(viewer: Viewer, input: TransferInput): Promise<void> {
    const { organizationId, amount, direction } = validate(transferInput, input);
    await this.database.transaction(async ({ em }) => {
      const target = await loadOrganizationNode(em, organizationId);
      requireRight(viewer, 'credit:transfer', target, 'The organization');
      const ownId = isBearer(viewer) ? viewer.organizationId : null;
      if (ownId !== null) {
        requireRight(viewer, 'credit:transfer', await loadOrganizationNode(em, ownId), 'Your organization');
      }
      if (ownId === target.id) throw badInput('organizationId', 'must not be your own organization');
      await this.ledger.move(em, {
        fromId: direction === 'Give' ? ownId : target.id,
        toId: direction === 'Give' ? target.id : ownId,
        amount,
        direction,
        userId: userIdOf(viewer),
      });
      this.operations.write(em, viewer, `credit:${direction.toLowerCase()}`, target);
    });
  }
}
