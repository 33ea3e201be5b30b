/** Several servers of this clone on a PostgreSQL server of their own, for programs that hurt them. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Balancer, startBalancer } from '../../../../test/kit/servers/balancer.js';
import { freePort } from '../../../../test/kit/servers/free-port.js';
import { PostgresCluster } from '../../../../test/kit/servers/postgres-cluster.js';
import type { PlannedServer } from '../server-plan.js';
import { loupeIn, ServerProcess } from '../server-process.js';

export class ServerCluster {
  /** Those that run, by their place; null where one was killed. */
  readonly servers: (ServerProcess | null)[] = [];

  private constructor(
    readonly folder: string,
    readonly plan: readonly PlannedServer[],
    readonly postgres: PostgresCluster,
    private readonly balancer: Balancer,
    private readonly ports: readonly number[],
    private readonly secretKey: string,
  ) {}

  /** Makes the database and the addresses; no server runs yet. Commits reach the disk. */
  static async prepare(plan: readonly PlannedServer[]): Promise<ServerCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'loupe-cluster-'));
    const ports = [];
    for (const _ of plan) ports.push(await freePort());
    const postgres = await PostgresCluster.start({ isDurable: true });
    const asked = ports.filter((_, at) => plan[at]?.roles.includes('api'));
    const balancer = await startBalancer(asked, 0);
    const cluster = new ServerCluster(folder, plan, postgres, balancer, ports, randomUUID());
    for (const at of plan.keys()) {
      cluster.servers.push(null);
      await mkdir(cluster.environment(at)['LOUPE_DATA'] ?? folder, { recursive: true });
    }
    return cluster;
  }

  /** Leads each request to the next server that answers clients, whether it lives or not. */
  get address(): string {
    return `http://127.0.0.1:${this.balancer.port}`;
  }

  private environment(at: number): Readonly<Record<string, string>> {
    const planned = this.plan[at];
    return {
      LOUPE_DATA: join(this.folder, `server-${at + 1}`),
      LOUPE_DATABASE_URL: this.postgres.url,
      ...(planned?.environment['LOUPE_BLOBS_URL'] === undefined
        ? { LOUPE_FILES_FOLDER: join(this.folder, 'files') }
        : {}),
      LOUPE_SECRET_KEY: this.secretKey,
      LOUPE_ROLES: planned?.roles ?? '',
      ...planned?.environment,
    };
  }

  /** @returns the server, ready. @throws Error with what it said when it ended */
  async start(at: number): Promise<ServerProcess> {
    const environment = this.environment(at);
    const server = await ServerProcess.start(environment['LOUPE_DATA'] ?? '', {
      environment,
      port: this.ports[at] ?? 0,
      logFile: join(this.folder, `server-${at + 1}.log`),
    });
    this.servers[at] = server;
    return server;
  }

  async startAll(): Promise<void> {
    await Promise.all(this.servers.map(async (_, at) => this.start(at)));
  }

  async kill(at: number): Promise<void> {
    const server = this.servers[at];
    this.servers[at] = null;
    await server?.end('SIGKILL');
  }

  /** The command line on the first server's settings. */
  async loupe(...words: readonly string[]): Promise<string> {
    return loupeIn(this.environment(0), ...words);
  }

  /** Ends everything. @param options.isKept leaves the files for a look, and what servers said, in `folder` */
  async close({ isKept = false } = {}): Promise<void> {
    await Promise.all(this.servers.map(async (_, at) => this.kill(at)));
    await this.balancer.close();
    await this.postgres.remove();
    if (!isKept) await rm(this.folder, { recursive: true, force: true });
  }
}
