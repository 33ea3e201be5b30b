/** A program that receives webhooks, and answers as a test wants it to. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly documentId: string | null;
  readonly pageId: string | null;
  readonly actionName: string;
  readonly matchId: string | null;
}

export class Receiver {
  readonly received: Received[] = [];
  /** Answers the next messages with these, in order; then 204. */
  statuses: number[] = [];
  /** While it is set, no message is answered before it resolves. */
  hold: Promise<void> | null = null;

  private readonly server = createServer((request, response) => {
    void text(request).then(async (body) => {
      await this.hold;
      this.received.push({ headers: request.headers, body });
      response.writeHead(this.statuses.shift() ?? 204).end();
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => void this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Events of all batches that were received, those that were refused, too. */
  get events(): readonly EventBody[] {
    return this.received.flatMap(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: { events: EventBody[] } };
      return type === 'readers.recorded' ? data.events : [];
    });
  }
}
