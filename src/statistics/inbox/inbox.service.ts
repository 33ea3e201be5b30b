/** The inbox of an organization: what somebody should look at. What nobody wants to see is dismissed for all, and comes back as a new fact. */
import type { Viewer } from '../../access/viewer.js';
import { authorOf, type OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { CalendarService } from '../../documents/calendar/calendar.service.js';
import type { DraftReviewService } from '../../documents/drafts/draft-review.service.js';
import { type Clock, MS_PER_DAY } from '../../kernel/clock.js';
import { LoupeError } from '../../kernel/errors.js';
import type { OrganizationLimits } from '../../credits/limits/organization-limits.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { InboxDismissal } from './inbox-dismissal.entity.js';
import {
  ending,
  INBOX_DAYS,
  type InboxItem,
  linksWithoutAnswer,
  lowCredits,
  nearLimits,
  offeringNothing,
  reviewsAsked,
  scannedWithoutAction,
  stoppedDrafts,
} from './inbox-items.js';

export interface InboxParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly calendar: Pick<CalendarService, 'of'>;
  readonly reviews: Pick<DraftReviewService, 'awaiting'>;
  readonly operations: OperationLog;
  readonly limits: Pick<OrganizationLimits, 'usesOf'>;
}

/** An item, and who dismissed it when; null while it is shown. */
export interface InboxEntry extends InboxItem {
  readonly dismissed: { readonly by: string; readonly at: Date } | null;
}

const MOST_OF_A_KIND = 20;
/** A number that was dismissed is a new fact once it has grown or shrunk by this factor. */
const GROWN = 2;

export class InboxService {
  constructor(private readonly parts: InboxParts) {}

  /** Items that are not dismissed, the most pressing kinds first; of reviews those that the viewer may decide. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async of(viewer: Viewer, organizationId: string): Promise<readonly InboxEntry[]> {
    return (await this.all(viewer, organizationId)).filter(({ dismissed }) => dismissed === null);
  }

  /** Items that are dismissed and would be shown otherwise. @throws LoupeError as `of` */
  async dismissed(viewer: Viewer, organizationId: string): Promise<readonly InboxEntry[]> {
    return (await this.all(viewer, organizationId)).filter(({ dismissed }) => dismissed !== null);
  }

  /**
   * Hides an item from everybody of the organization, until it is a new fact: another date, another reason, twice the scans, half the
   * credits, or the same once more after it was mended.
   *
   * @throws LoupeError NOT_FOUND also for an item that is gone, FORBIDDEN
   */
  async dismiss(viewer: Viewer, organizationId: string, itemId: string): Promise<InboxEntry> {
    const item = await this.require(viewer, organizationId, itemId);
    const { user } = authorOf(viewer);
    const at = this.parts.clock.now();
    await this.change(viewer, organizationId, 'inbox:dismiss', async (em, id) => {
      const values = { organizationId: id, itemId, count: item.count, user, dateDismissed: at };
      await em.upsert(InboxDismissal, values);
    });
    return { ...item, dismissed: { by: user, at } };
  }

  /** Shows a dismissed item again. @throws LoupeError as `dismiss` */
  async restore(viewer: Viewer, organizationId: string, itemId: string): Promise<InboxEntry> {
    const item = await this.require(viewer, organizationId, itemId);
    await this.change(viewer, organizationId, 'inbox:restore', async (em, id) => {
      await em.nativeDelete(InboxDismissal, { organizationId: id, itemId });
    });
    return { ...item, dismissed: null };
  }

  /** Forgets what was dismissed and is mended. @throws LoupeError as `of` */
  async forgetMended(viewer: Viewer, organizationId: string): Promise<void> {
    const present = (await this.all(viewer, organizationId)).map(({ id }) => id);
    await this.parts.database.transaction(async ({ em }) => {
      await em.nativeDelete(InboxDismissal, { organizationId, itemId: { $nin: present } });
    });
  }

  /** Shown and dismissed items; at most 20 of a kind are shown. */
  private async all(viewer: Viewer, organizationId: string): Promise<readonly InboxEntry[]> {
    const { database, clock, guarded, calendar, limits, reviews } = this.parts;
    const em = database.reader();
    const { id } = await guarded.requireOfType(em, viewer, 'insight:read', organizationId, 'Organization');
    const dismissals = await em.find(InboxDismissal, { organizationId: id });
    const now = clock.now();
    const week = { from: now, to: new Date(now.getTime() + INBOX_DAYS * MS_PER_DAY) };
    const coming = await calendar.of(viewer, id, week);
    const of = { organizationId: id, most: MOST_OF_A_KIND + dismissals.length };
    const items = [
      ...(await stoppedDrafts(em, of)),
      ...reviewsAsked(await reviews.awaiting(viewer, id, of.most)),
      ...(await linksWithoutAnswer(em, of)),
      ...(await lowCredits(em, of)),
      ...nearLimits(await limits.usesOf(em, id), now),
      ...(await scannedWithoutAction(database, of, new Date(now.getTime() - INBOX_DAYS * MS_PER_DAY))),
      ...offeringNothing(coming, now),
      ...ending(coming, week.to),
    ];
    return withDismissals(items, dismissals);
  }

  private async require(viewer: Viewer, organizationId: string, itemId: string): Promise<InboxItem> {
    const em = this.parts.database.reader();
    await this.parts.guarded.requireOfType(em, viewer, 'content:write', organizationId, 'Organization');
    const item = (await this.all(viewer, organizationId)).find(({ id }) => id === itemId);
    if (item !== undefined) return item;
    throw new LoupeError('NOT_FOUND', 'This is not in the inbox any more. Read the inbox again.');
  }

  private async change(
    viewer: Viewer,
    organizationId: string,
    operation: string,
    work: (em: EntityManager, id: string) => Promise<void>,
  ): Promise<void> {
    const { database, guarded, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      const node = await guarded.requireOfType(em, viewer, 'content:write', organizationId, 'Organization');
      await work(em, node.id);
      operations.write(em, viewer, operation, node);
    });
  }
}

function withDismissals(
  items: readonly InboxItem[],
  dismissals: readonly InboxDismissal[],
): readonly InboxEntry[] {
  const byItem = new Map(dismissals.map((dismissal) => [dismissal.itemId, dismissal]));
  const shown = new Map<string, number>();
  return items.flatMap((item): readonly InboxEntry[] => {
    const dismissal = byItem.get(item.id);
    if (dismissal !== undefined && !hasGrown(item, dismissal))
      return [{ ...item, dismissed: { by: dismissal.user, at: dismissal.dateDismissed } }];
    const count = (shown.get(item.kind) ?? 0) + 1;
    shown.set(item.kind, count);
    return count > MOST_OF_A_KIND ? [] : [{ ...item, dismissed: null }];
  });
}

/** Whether what an item counts is another number by now. */
function hasGrown({ kind, count }: InboxItem, { count: then }: InboxDismissal): boolean {
  if (count === null || then == null) return false;
  return kind === 'CreditsLow' ? count * GROWN <= then && count < then : count >= then * GROWN;
}
