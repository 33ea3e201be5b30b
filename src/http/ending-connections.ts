/**
 * Connections of servers that end. A server that closes waits for its connections, and a client that has its answer keeps its own for a
 * next request, or has opened one for a first: those are closed at once, the others with their answer.
 */
import { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { Socket } from 'node:net';

export class EndingConnections {
  /** How many requests of each are being answered. Node's own idle connections lack those that were never used. */
  private readonly answering = new Map<Socket, number>();
  private isEnding = false;

  watch(server: HttpServer | HttpsServer): void {
    server.on(server instanceof HttpServer ? 'connection' : 'secureConnection', (socket: Socket) => {
      // It was accepted before the server stopped listening: nothing would close it later.
      if (this.isEnding) {
        socket.destroy();
        return;
      }
      this.answering.set(socket, 0);
      socket.once('close', () => this.answering.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.count(socket, 1);
      response.once('close', () => this.count(socket, -1));
    });
  }

  /** Requests that are under way are answered. */
  end(): void {
    this.isEnding = true;
    for (const [socket, count] of this.answering) if (count === 0) socket.destroy();
  }

  private count(socket: Socket, by: number): void {
    const before = this.answering.get(socket);
    if (before === undefined) return;
    this.answering.set(socket, before + by);
    if (this.isEnding && before + by === 0) socket.destroy();
  }
}
