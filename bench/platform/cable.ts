/** A connection to a TCP server that can be unplugged: nothing goes through then, and neither side gets an error. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { freePort } from '../../test/kit/free-port.js';

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

export class Cable {
  private readonly pairs = new Set<Pair>();
  private isPlugged = true;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
    /** The target's address as it is reached over this cable. */
    readonly url: string,
  ) {
    server.on('connection', (near) => this.lead(near));
  }

  /** @param url of a server on this machine, with its port */
  static async to(url: string): Promise<Cable> {
    const here = new URL(url);
    here.host = `127.0.0.1:${await freePort()}`;
    const server = createServer().listen(Number(here.port), '127.0.0.1');
    await once(server, 'listening');
    return new Cable(server, new URL(url), here.href);
  }

  unplug(): void {
    this.isPlugged = false;
    for (const { near, far } of this.pairs) {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    }
  }

  plugIn(): void {
    this.isPlugged = true;
    for (const pair of this.pairs) this.join(pair);
  }

  async close(): Promise<void> {
    for (const { near, far } of this.pairs) for (const socket of [near, far]) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private lead(near: Socket): void {
    const far = connect({ host: this.target.hostname, port: Number(this.target.port) });
    const pair = { near, far };
    this.pairs.add(pair);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        other.destroy();
        this.pairs.delete(pair);
      });
    }
    if (this.isPlugged) this.join(pair);
  }

  private join({ near, far }: Pair): void {
    near.pipe(far);
    far.pipe(near);
  }
}
