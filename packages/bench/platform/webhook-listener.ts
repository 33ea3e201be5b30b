/** Listens to webhooks and notes of which documents it was told that they are ready, and what readers did. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { memberOf, textMember } from '../../../demo/loader/http-client.js';

/** Longer than the pause before a delivery is tried again after a server was killed in the middle of it. */
const PATIENCE_MS = 120_000;

export class WebhookListener {
  private readonly told = new Set<string>();
  /** Deliveries whose signature was wrong. */
  forged = 0;
  secret = '';

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookListener> {
    const server = createServer();
    const listener = new WebhookListener(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        listener.note(Buffer.concat(parts).toString('utf8'), request.headers);
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return listener;
  }

  get address(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
  }

  /** @param wanted ids of documents and of events @returns of which of them nobody has told in time */
  async missing(wanted: Iterable<string>): Promise<readonly string[]> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const missing = [...wanted].filter((id) => !this.told.has(id));
      if (missing.length === 0 || Date.now() > until) return missing;
      await sleep(200);
    }
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close').catch(() => undefined);
  }

  private note(body: string, headers: IncomingHttpHeaders): void {
    const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const key = Buffer.from(this.secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(content).digest('base64');
    if (headers['webhook-signature'] === `v1,${signature}`) {
      const data = memberOf(JSON.parse(body), 'data');
      const { events } = data as { readonly events?: readonly unknown[] };
      for (const event of events ?? []) this.told.add(textMember(event, 'id'));
      if (events === undefined) this.told.add(textMember(data, 'documentId'));
    } else {
      this.forged += 1;
    }
  }
}
