/** Sends deliveries after their transaction, and again later when they fail. */
import type { Logger } from 'pino';
import type { Secrets } from '../access/secrets.js';
import { type Clock, MS_PER_DAY } from '../kernel/clock.js';
import { REPLAY_DAYS } from '../readers/events/recorded-events.service.js';
import type { Database } from '../db/database.js';
import { RecordedBatches } from './recorded-batches.js';
import { postWebhook } from '../http-client/signed-message.js';
import { RECORDED, Webhook, WebhookDelivery } from './webhook.entity.js';

/** Waits between attempts, in seconds, as the Standard Webhooks specification recommends. */
const WAITS_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
/** Batches of what readers did are tried at least so often, for as long as they can be read again. */
const RECORDED_WAIT_S = 30 * 60;
/** How long a server may take for one attempt before another one tries. */
const LEASE_MS = 60_000;
const AT_ONCE = 10;
const AT_ONCE_PER_WEBHOOK = 2;
const POLL_EVERY_MS = 5_000;
const GONE = 410;

export class WebhookSender {
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private looking: Promise<void> | null = null;
  private isLookWanted = false;
  /** Deliveries under way, with their webhooks. */
  private readonly underWay = new Map<Promise<void>, string>();
  /** Makes deliveries of what has come together for webhooks that want batches. */
  private readonly batches: RecordedBatches;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly logger: Logger,
    private readonly options: { readonly allowsPrivate: boolean },
  ) {
    this.batches = new RecordedBatches(database, clock);
  }

  start(): void {
    this.timer = setInterval(() => this.wake(), POLL_EVERY_MS);
    this.timer.unref();
    this.wake();
  }

  /** Looks for deliveries that are due. */
  wake(): void {
    if (this.timer === undefined || this.stopping.signal.aborted) return;
    this.isLookWanted = true;
    this.looking ??= this.look().finally(() => (this.looking = null));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.looking;
    await Promise.all(this.underWay.keys());
  }

  /** Sends what is due until nothing is. */
  async sendDue(): Promise<void> {
    for (;;) {
      await this.looking;
      await this.begin();
      if (this.underWay.size === 0 || this.stopping.signal.aborted) return;
      await Promise.race(this.underWay.keys());
    }
  }

  private async look(): Promise<void> {
    while (this.isLookWanted) {
      this.isLookWanted = false;
      await this.begin().catch((error: unknown) => this.logger.error(error, 'Webhooks could not be sent'));
    }
  }

  /** Begins to send what is due, as much as goes at once: one receiver that is slow keeps none of the others waiting. */
  private async begin(): Promise<void> {
    await this.batches.make();
    while (this.underWay.size < AT_ONCE && !this.stopping.signal.aborted) {
      const delivery = await this.claim();
      if (delivery === null) return;
      const sent = this.send(delivery)
        .catch((error: unknown) => this.logger.error(error, 'A webhook could not be sent'))
        .finally(() => {
          this.underWay.delete(sent);
          this.wake();
        });
      this.underWay.set(sent, delivery.webhookId);
    }
  }

  /** Takes a delivery for itself: the next attempt of another server is put off. Null where none is due. */
  private async claim(): Promise<WebhookDelivery | null> {
    for (;;) {
      const now = this.clock.now();
      const counts = Map.groupBy(this.underWay.values(), (id) => id);
      const busy = [...counts].filter(([, { length }]) => length >= AT_ONCE_PER_WEBHOOK).map(([id]) => id);
      const where = { state: 'Waiting', nextAttempt: { $lte: now } } as const;
      const orderBy = { nextAttempt: 'asc', id: 'asc' } as const;
      const free = busy.length === 0 ? where : { ...where, webhookId: { $nin: busy } };
      const delivery = await this.database.reader().findOne(WebhookDelivery, free, { orderBy });
      if (delivery === null) return null;
      const { id, attempts } = delivery;
      const changed = await this.database.transaction(({ em }) =>
        em.nativeUpdate(
          WebhookDelivery,
          { id, attempts, ...where },
          { attempts: attempts + 1, nextAttempt: new Date(now.getTime() + LEASE_MS) },
        ),
      );
      if (changed === 1) return delivery;
    }
  }

  /** @param delivery as it was before this attempt */
  private async send(delivery: WebhookDelivery): Promise<void> {
    const webhook = await this.database.reader().findOne(Webhook, { id: delivery.webhookId });
    if (webhook?.isActive !== true) {
      const lastError = 'The webhook is not active.';
      // The batches go on where it stopped once the webhook is switched on again.
      if (delivery.event === RECORDED)
        await this.note(delivery, { nextAttempt: this.after(RECORDED_WAIT_S), lastError });
      else await this.note(delivery, { state: 'Failed', lastError });
      return;
    }
    const message = {
      id: delivery.id,
      time: this.clock.now(),
      payload: delivery.payload,
      secret: this.secrets.decrypt(webhook.secretCipher),
    };
    const { allowsPrivate } = this.options;
    try {
      const status = await postWebhook(webhook.url, message, { allowsPrivate, signal: this.stopping.signal });
      if (status >= 200 && status < 300) {
        await this.note(delivery, { state: 'Delivered', lastStatus: status, lastError: null });
      } else {
        await this.failed(delivery, { lastStatus: status, lastError: null });
        if (status === GONE) await this.deactivate(webhook.id);
      }
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      await this.failed(delivery, { lastStatus: null, lastError: lastError.slice(0, 500) });
    }
  }

  private async failed(
    delivery: WebhookDelivery,
    facts: Pick<WebhookDelivery, 'lastStatus' | 'lastError'>,
  ): Promise<void> {
    const waitS = this.waitAfter(delivery);
    if (waitS === null) await this.note(delivery, { state: 'Failed', ...facts });
    else await this.note(delivery, { nextAttempt: this.after(waitS), ...facts });
  }

  /** Seconds until the next attempt; null where there is none. Nothing that readers did later is sent before such a batch. */
  private waitAfter({ event, attempts, dateCreated }: WebhookDelivery): number | null {
    const waitS = WAITS_S[attempts] ?? null;
    if (event !== RECORDED) return waitS;
    const isOld = dateCreated.getTime() < this.clock.now().getTime() - REPLAY_DAYS * MS_PER_DAY;
    return isOld ? null : Math.min(waitS ?? RECORDED_WAIT_S, RECORDED_WAIT_S);
  }

  private after(seconds: number): Date {
    return new Date(this.clock.now().getTime() + seconds * 1000);
  }

  private async note({ id }: WebhookDelivery, facts: Partial<WebhookDelivery>): Promise<void> {
    await this.database.transaction(({ em }) => em.nativeUpdate(WebhookDelivery, { id }, facts));
  }

  /** Its server answered that the address is gone for good. */
  private async deactivate(id: string): Promise<void> {
    await this.database.transaction(({ em }) => em.nativeUpdate(Webhook, { id }, { isActive: false }));
  }
}
