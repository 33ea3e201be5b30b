/** How many connections one address may hold, so that no single client uses them all. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export class ConnectionLimit {
  private readonly counts = new Map<string, number>();

  /** @param most for each address; null for as many as they like */
  constructor(private readonly most: number | null) {}

  /** Hangs up on connections above the limit. */
  watch(server: Server): void {
    if (this.most !== null) server.on('connection', (socket: Socket) => this.take(socket));
  }

  private take(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const count = (this.counts.get(address) ?? 0) + 1;
    if (count > (this.most ?? count)) {
      socket.destroy();
      return;
    }
    this.counts.set(address, count);
    socket.once('close', () => {
      const left = (this.counts.get(address) ?? 1) - 1;
      if (left === 0) this.counts.delete(address);
      else this.counts.set(address, left);
    });
  }
}
