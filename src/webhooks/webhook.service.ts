/** An organization's webhooks, and the log of what was sent to them. */
import { randomBytes } from 'node:crypto';
import type { Secrets } from '../access/secrets.js';
import type { Viewer } from '../access/viewer.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput, notFound } from '../kernel/errors.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import { isId, newId } from '../kernel/ids.js';
import { newWebhookSecret, requireUsableUrl } from '../http-client/signed-message.js';
import type { RecordedEvents } from '../readers/events/recorded-events.service.js';
import type { WebhookSender } from './webhook-sender.js';
import { RECORDED, Webhook, WebhookDelivery, type WebhookEvent } from './webhook.entity.js';

export interface WebhookView {
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly isActive: boolean;
  /** `whsec_…`, which verifies signatures. */
  readonly secret: string;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

export interface WebhookPatch {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly isActive?: boolean | undefined;
}

export interface WebhookInput extends WebhookPatch {
  readonly organizationId: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

export type DeliveryView = Omit<WebhookDelivery, 'webhookId'>;

const MAX_WEBHOOKS = 20;
const SECRET_BYTES = 24;
const MAX_DELIVERIES = 100;

export interface WebhookServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly sender: Pick<WebhookSender, 'wake'>;
  readonly recorded: Pick<RecordedEvents, 'placeAt'>;
}

export class WebhookService {
  constructor(private readonly parts: WebhookServiceParts) {}

  /** Of one organization, the oldest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(viewer: Viewer, organizationId: string): Promise<readonly WebhookView[]> {
    const em = this.parts.database.reader();
    const node = await this.requirePlace(em, viewer, organizationId);
    const found = await em.find(Webhook, { organizationId: node.id }, { orderBy: { id: 'asc' } });
    return found.map((webhook) => this.toView(webhook));
  }

  /** @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN */
  async create(viewer: Viewer, input: WebhookInput): Promise<WebhookView> {
    const { database, clock, secrets, operations } = this.parts;
    requireUsable(input);
    return database.transaction(async ({ em }) => {
      const node = await this.requirePlace(em, viewer, input.organizationId);
      if ((await em.count(Webhook, { organizationId: node.id })) >= MAX_WEBHOOKS) {
        throw badInput('organizationId', `has ${MAX_WEBHOOKS} webhooks already; delete one first`);
      }
      const now = clock.now();
      const webhook = em.create(Webhook, {
        id: newId(),
        organizationId: node.id,
        url: input.url,
        events: [...new Set(input.events)],
        secretCipher: secrets.encrypt(newWebhookSecret(randomBytes(SECRET_BYTES))),
        isActive: input.isActive ?? true,
        recordedAfter: await this.beginOf(em, node.id, input.events),
        dateCreated: now,
        dateModified: now,
      });
      operations.write(em, viewer, 'webhook:create', node);
      await em.flush();
      return this.toView(webhook);
    });
  }

  /** Changes what is given. @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN */
  async update(viewer: Viewer, id: string, patch: WebhookPatch): Promise<WebhookView> {
    const { database, clock, operations, sender } = this.parts;
    requireUsable(patch);
    return database.transaction(async ({ em, afterCommit }) => {
      const { webhook, node } = await this.requireWebhook(em, viewer, id);
      if (patch.url !== undefined) webhook.url = patch.url;
      if (patch.events !== undefined) {
        webhook.events = [...new Set(patch.events)];
        const begin = await this.beginOf(em, node.id, patch.events);
        webhook.recordedAfter = begin === null ? null : (webhook.recordedAfter ?? begin);
      }
      if (patch.isActive !== undefined) webhook.isActive = patch.isActive;
      if (patch.isActive === true) await sendSoon(em, webhook.id, clock.now());
      webhook.dateModified = clock.now();
      operations.write(em, viewer, 'webhook:write', node);
      await em.flush();
      afterCommit(() => sender.wake());
      return this.toView(webhook);
    });
  }

  /**
   * Sends once more what readers did since a time of the last 30 days, in its order, behind a batch that is under way.
   *
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN, CURSOR_TOO_OLD
   */
  async replay(viewer: Viewer, id: string, from: Date): Promise<WebhookView> {
    const { database, clock, operations, recorded, sender } = this.parts;
    return database.transaction(async ({ em, afterCommit }) => {
      const { webhook, node } = await this.requireWebhook(em, viewer, id);
      if (!webhook.events.includes(RECORDED)) {
        throw badInput('id', `does not receive ${RECORDED}; add it to the events of the webhook first`);
      }
      webhook.recordedAfter = (await recorded.placeAt(em, node.id, from)).number;
      webhook.dateModified = clock.now();
      operations.write(em, viewer, 'webhook:write', node);
      await em.flush();
      afterCommit(() => sender.wake());
      return this.toView(webhook);
    });
  }

  /** Deletes it with its log. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async delete(viewer: Viewer, id: string): Promise<void> {
    const { database, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      const { webhook, node } = await this.requireWebhook(em, viewer, id);
      operations.write(em, viewer, 'webhook:delete', node);
      em.remove(webhook);
    });
  }

  /** The last hundred, newest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async deliveries(viewer: Viewer, id: string): Promise<readonly DeliveryView[]> {
    const em = this.parts.database.reader();
    const { webhook } = await this.requireWebhook(em, viewer, id);
    const orderBy = { dateCreated: 'desc', id: 'desc' } as const;
    return em.find(WebhookDelivery, { webhookId: webhook.id }, { orderBy, limit: MAX_DELIVERIES });
  }

  /** Sends a delivery once more, with the same id. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async redeliver(viewer: Viewer, deliveryId: string): Promise<DeliveryView> {
    const { database, clock, sender } = this.parts;
    return database.transaction(async ({ em, afterCommit }) => {
      const what = `Delivery ${shown(deliveryId)}`;
      const found = isId(deliveryId)
        ? await em.findOne(WebhookDelivery, { id: deliveryId.toLowerCase() })
        : null;
      await this.requireWebhook(em, viewer, found?.webhookId ?? '', what);
      if (found === null) throw notFound(what);
      em.assign(found, { state: 'Waiting', attempts: 0, nextAttempt: clock.now() });
      afterCommit(() => sender.wake());
      return found;
    });
  }

  /** Place from which a webhook with these events gets events of readers: now; null where it wants none. */
  private async beginOf(
    em: EntityManager,
    organizationId: string,
    events: readonly WebhookEvent[],
  ): Promise<number | null> {
    if (!events.includes(RECORDED)) return null;
    return (await this.parts.recorded.placeAt(em, organizationId, null)).number;
  }

  private requirePlace(em: EntityManager, viewer: Viewer, organizationId: string) {
    return this.parts.guarded.requireOfType(em, viewer, 'webhook:manage', organizationId, 'Organization');
  }

  private async requireWebhook(em: EntityManager, viewer: Viewer, id: string, what = `Webhook ${shown(id)}`) {
    const webhook = isId(id) ? await em.findOne(Webhook, { id: id.toLowerCase() }) : null;
    const place = webhook?.organizationId ?? null;
    const node = await this.parts.guarded.requireFor(em, viewer, 'webhook:manage', place, what);
    if (webhook === null) throw notFound(what);
    return { webhook, node };
  }

  private toView(webhook: Webhook): WebhookView {
    const { id, organizationId, url, events, isActive, dateCreated, dateModified } = webhook;
    const secret = this.parts.secrets.decrypt(webhook.secretCipher);
    return { id, organizationId, url, events, isActive, secret, dateCreated, dateModified };
  }
}

/** A batch that waited while its webhook was switched off is sent at once. */
async function sendSoon(em: EntityManager, webhookId: string, now: Date): Promise<void> {
  await em.nativeUpdate(
    WebhookDelivery,
    { webhookId, event: RECORDED, state: 'Waiting' },
    { nextAttempt: now },
  );
}

function requireUsable({ url, events }: WebhookPatch): void {
  if (url !== undefined) requireUsableUrl(url);
  if (events?.length === 0) throw badInput('events', 'must name at least one event');
}
