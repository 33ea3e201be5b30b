/** Sends deliveries after their transaction, and again later when they fail. */
import type { Logger } from 'pino';
import type { Secrets } from '../access/secrets.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../db/database.js';
import { postWebhook } from './webhook-request.js';
import { Webhook, WebhookDelivery } from './webhook.entity.js';

/** Waits between attempts, in seconds, as the Standard Webhooks specification recommends. */
const WAITS_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
/** How long a server may take for one attempt before another one tries. */
const LEASE_MS = 60_000;
const AT_ONCE = 10;
const POLL_EVERY_MS = 5_000;
const GONE = 410;

export class WebhookSender {
  private timer: NodeJS.Timeout | undefined;
  private readonly stopping = new AbortController();
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly logger: Logger,
    private readonly options: { readonly allowsPrivate: boolean },
  ) {}

  start(): void {
    this.timer = setInterval(() => this.wake(), POLL_EVERY_MS);
    this.timer.unref();
    this.wake();
  }

  /** Looks for deliveries that are due. */
  wake(): void {
    if (this.timer === undefined || this.stopping.signal.aborted) return;
    this.sending = this.sending
      .then(() => this.sendDue())
      .catch((error: unknown) => this.logger.error(error, 'Webhooks could not be sent'));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.sending;
  }

  /** Sends what is due until nothing is. */
  async sendDue(): Promise<void> {
    for (;;) {
      const due = await this.claim();
      if (due.length === 0 || this.stopping.signal.aborted) return;
      await Promise.all(due.map((delivery) => this.send(delivery)));
    }
  }

  /** Takes deliveries for itself: the next attempt of another server is put off. */
  private async claim(): Promise<WebhookDelivery[]> {
    const now = this.clock.now();
    const where = { state: 'Waiting', nextAttempt: { $lte: now } } as const;
    const orderBy = { nextAttempt: 'asc', id: 'asc' } as const;
    const due = await this.database.reader().find(WebhookDelivery, where, { orderBy, limit: AT_ONCE });
    const claimed: WebhookDelivery[] = [];
    for (const delivery of due) {
      const { id, attempts } = delivery;
      const changed = await this.database.transaction(({ em }) =>
        em.nativeUpdate(
          WebhookDelivery,
          { id, attempts, ...where },
          { attempts: attempts + 1, nextAttempt: new Date(now.getTime() + LEASE_MS) },
        ),
      );
      if (changed === 1) claimed.push(delivery);
    }
    return claimed;
  }

  /** @param delivery as it was before this attempt */
  private async send(delivery: WebhookDelivery): Promise<void> {
    const webhook = await this.database.reader().findOne(Webhook, { id: delivery.webhookId });
    if (webhook?.isActive !== true) {
      await this.note(delivery, { state: 'Failed', lastError: 'The webhook is not active.' });
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
    const waitS = WAITS_S[delivery.attempts];
    if (waitS === undefined) {
      await this.note(delivery, { state: 'Failed', ...facts });
    } else {
      const nextAttempt = new Date(this.clock.now().getTime() + waitS * 1000);
      await this.note(delivery, { nextAttempt, ...facts });
    }
  }

  private async note({ id }: WebhookDelivery, facts: Partial<WebhookDelivery>): Promise<void> {
    await this.database.transaction(({ em }) => em.nativeUpdate(WebhookDelivery, { id }, facts));
  }

  /** Its server answered that the address is gone for good. */
  private async deactivate(id: string): Promise<void> {
    await this.database.transaction(({ em }) => em.nativeUpdate(Webhook, { id }, { isActive: false }));
  }
}
