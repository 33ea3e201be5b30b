/**
 * Batches of what readers did, for webhooks that want them. Each webhook has a place in the row of events, and one batch under way
 * at most: the next is made when it has arrived, so that a receiver gets everything in order however long it was away.
 */
import type { Clock } from '../kernel/clock.js';
import { MS_PER_DAY } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { newId } from '../kernel/ids.js';
import { numberAt } from '../readers/events/event-number.js';
import { readEvents } from '../readers/events/recorded-event.js';
import { encodePlace, eventBody } from '../readers/events/event-body.js';
import { organizationsBelow, REPLAY_DAYS } from '../readers/events/recorded-events.service.js';
import { Node } from '../tree/node.entity.js';
import { RECORDED, Webhook, WebhookDelivery } from './webhook.entity.js';

/** Events of one batch at most. */
const MOST_EVENTS = 100;
/** Batches that are kept once they have arrived: those that the log shows. */
const KEPT = 100;

export class RecordedBatches {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Makes the next batch of each webhook that has none under way. @returns how many */
  async make(): Promise<number> {
    const em = this.database.reader();
    const webhooks = await em.find(Webhook, { isActive: true, recordedAfter: { $ne: null } });
    let made = 0;
    for (const webhook of webhooks) if (await this.makeOne(webhook)) made += 1;
    return made;
  }

  private async makeOne({ id, organizationId, recordedAfter }: Webhook): Promise<boolean> {
    const reader = this.database.reader();
    if (await isUnderWay(reader, id)) return false;
    const place = await reader.findOne(Node, { id: organizationId });
    if (place === null) return false;
    const now = this.clock.now();
    const earliest = numberAt(new Date(now.getTime() - REPLAY_DAYS * MS_PER_DAY)) - 1;
    const after = Math.max(recordedAfter ?? 0, earliest);
    const ids = await organizationsBelow(reader, place.path);
    const events = await readEvents(reader, ids, { after, limit: MOST_EVENTS });
    const last = events.at(-1);
    if (last === undefined) return false;
    return this.database.transaction(async ({ em }) => {
      if (await isUnderWay(em, id)) return false;
      // Another server may have made the batch meanwhile, and it may have arrived already.
      const moved = await em.nativeUpdate(Webhook, { id, recordedAfter }, { recordedAfter: last.number });
      if (moved === 0) return false;
      const data = {
        events: events.map(eventBody),
        cursor: encodePlace({ number: last.number, asOf: now }),
      };
      await em.insert(WebhookDelivery, {
        id: newId(),
        webhookId: id,
        event: RECORDED,
        payload: JSON.stringify({ type: RECORDED, timestamp: now.toISOString(), data }),
        state: 'Waiting',
        attempts: 0,
        nextAttempt: now,
        lastStatus: null,
        lastError: null,
        dateCreated: now,
      });
      await forgetOld(em, id);
      return true;
    });
  }
}

async function isUnderWay(em: EntityManager, webhookId: string): Promise<boolean> {
  return (await em.count(WebhookDelivery, { webhookId, event: RECORDED, state: 'Waiting' })) > 0;
}

async function forgetOld(em: EntityManager, webhookId: string): Promise<void> {
  const old = await em.find(
    WebhookDelivery,
    { webhookId, event: RECORDED, state: { $ne: 'Waiting' } },
    { orderBy: { dateCreated: 'desc', id: 'desc' }, offset: KEPT, limit: KEPT, fields: ['id'] },
  );
  if (old.length > 0) await em.nativeDelete(WebhookDelivery, { id: { $in: old.map(({ id }) => id) } });
}
