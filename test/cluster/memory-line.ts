/** A line between processes of one test, in memory: with queue groups, and with nobody who answers. */
import { headers as newHeaders, type Msg } from '@nats-io/transport-node';
import type { Line } from '../../src/cluster/nats-line.js';

interface Listening {
  readonly subject: string;
  readonly queue: string | undefined;
  readonly handler: (message: Msg) => void;
}

export class MemoryLine implements Line {
  isUp = true;
  maxPayload = 1024 * 1024;
  /** Subjects of everything that was said. */
  readonly said: string[] = [];
  private readonly awayListeners: (() => void)[] = [];
  private readonly upListeners: (() => void)[] = [];
  private readonly listenings = new Set<Listening>();

  whenUp(): Promise<boolean> {
    return Promise.resolve(this.isUp);
  }

  publish(
    subject: string,
    data: Uint8Array = new Uint8Array(),
    options: Parameters<Line['publish']>[2] = {},
  ): void {
    this.said.push(subject);
    const headers = newHeaders();
    for (const [name, value] of Object.entries(options.headers ?? {}))
      if (value !== null) headers.set(name, value);
    const message = { subject, data, headers, reply: options.reply } as unknown as Msg;
    const heard = [...this.listenings].filter((each) => matches(each.subject, subject));
    const queued = heard.filter(({ queue }) => queue !== undefined);
    const all = [...heard.filter(({ queue }) => queue === undefined), ...queued.slice(0, 1)];
    for (const { handler } of all) queueMicrotask(() => handler(message));
    if (all.length > 0 || options.reply === undefined) return;
    const nobody = {
      subject: options.reply,
      data: new Uint8Array(),
      headers: { code: 503 },
    } as unknown as Msg;
    for (const each of this.listenings)
      if (matches(each.subject, options.reply)) queueMicrotask(() => each.handler(nobody));
  }

  listen(subject: string, handler: (message: Msg) => void, queue?: string): () => Promise<void> {
    const listening = { subject, queue, handler };
    this.listenings.add(listening);
    return () => {
      this.listenings.delete(listening);
      return Promise.resolve();
    };
  }

  onUp(listener: () => void): void {
    this.upListeners.push(listener);
    listener();
  }

  onAway(listener: () => void): void {
    this.awayListeners.push(listener);
  }

  /** NATS is gone, and does not come back. */
  goAway(): void {
    this.isUp = false;
    for (const listener of this.awayListeners) listener();
  }

  comeBack(): void {
    this.isUp = true;
    for (const listener of this.upListeners) listener();
  }
}

const matches = (pattern: string, subject: string) =>
  pattern === subject || (pattern.endsWith('.*') && subject.startsWith(pattern.slice(0, -1)));
