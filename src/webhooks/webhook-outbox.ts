/** Writes an event into the caller's transaction, once for each address that wants it. */
import type { EntityManager } from '../db/database.js';
import { idsOnPath } from '../tree/node-path.js';
import { Node } from '../tree/node.entity.js';
import { newId } from '../kernel/ids.js';
import { Webhook, WebhookDelivery, type WebhookEvent } from './webhook.entity.js';

export interface ToldEvent {
  readonly event: WebhookEvent;
  /** Where it happened: addresses of this organization and of those above it receive the event. */
  readonly organizationId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** @returns the number of addresses that receive it */
export async function writeDeliveries(
  em: EntityManager,
  now: Date,
  { event, organizationId, data }: ToldEvent,
): Promise<number> {
  const wanting = await webhooksFor(em, organizationId, event);
  const payload = JSON.stringify({ type: event, timestamp: now.toISOString(), data });
  for (const { id: webhookId } of wanting) {
    await em.insert(WebhookDelivery, {
      id: newId(),
      webhookId,
      event,
      payload,
      state: 'Waiting',
      attempts: 0,
      nextAttempt: now,
      lastStatus: null,
      lastError: null,
      dateCreated: now,
    });
  }
  return wanting.length;
}

/** The addresses that subscribe to an event of an organization. */
export async function webhooksFor(
  em: EntityManager,
  organizationId: string,
  event: WebhookEvent,
): Promise<readonly Webhook[]> {
  const place = await em.findOne(Node, { id: organizationId });
  if (place === null) return [];
  const above = { organizationId: { $in: [...idsOnPath(place.path)] }, isActive: true };
  return (await em.find(Webhook, above)).filter(({ events }) => events.includes(event));
}
