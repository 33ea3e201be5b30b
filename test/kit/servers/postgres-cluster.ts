/** A PostgreSQL server of its own, of the programs that Debian installs, in a temporary folder. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.js';

const run = promisify(execFile);
const PROGRAMS = '/usr/lib/postgresql';
const USER = 'loupe';
const HOST = '127.0.0.1';

/** Whom the programs run as: PostgreSQL refuses root. */
interface Runner {
  readonly uid?: number;
  readonly gid?: number;
  /** One that everybody may be in, unlike that of these tests. */
  readonly cwd: '/';
}

export interface PostgresClusterOptions {
  /** Whether commits reach the disk before they are answered, as in production; false unless set. */
  readonly isDurable?: boolean;
  /** Address of this machine that it listens at, and whose network may use it; that of the machine alone unless set. */
  readonly host?: string;
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** Where the newest installed version has its programs. @throws Error with what to install */
async function programFolder(): Promise<string> {
  const versions = await readdir(PROGRAMS).catch(() => []);
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  if (newest === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  return join(PROGRAMS, String(newest), 'bin');
}

async function runner(): Promise<Runner> {
  if (process.getuid?.() !== 0) return { cwd: '/' };
  const id = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g'), cwd: '/' };
}

export class PostgresCluster {
  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    private readonly who: Runner,
    private readonly host: string,
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** Makes an empty server and starts it. @throws Error when PostgreSQL is not installed, or does not start */
  static async start(options: PostgresClusterOptions = {}): Promise<PostgresCluster> {
    const [programs, who, port] = await Promise.all([programFolder(), runner(), freePort()]);
    // A temporary folder of root may be closed to whom the server runs as.
    const base = who.uid === undefined ? tmpdir() : '/tmp';
    const folder = await mkdtemp(join(base, 'loupe-postgres-'));
    if (who.uid !== undefined) await chown(folder, who.uid, who.gid ?? who.uid);
    const durable = options.isDurable ?? false;
    const host = options.host ?? HOST;
    const settings = {
      listen_addresses: host,
      port,
      unix_socket_directories: '',
      max_connections: 300,
      ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
      ...options.settings,
    };
    const assignments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const cluster = new PostgresCluster(programs, folder, who, host, port, assignments);
    const account = [`--username=${USER}`, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
    await run(join(programs, 'initdb'), ['-D', cluster.data, '--no-sync', ...account], who);
    if (host !== HOST) await appendFile(join(cluster.data, 'pg_hba.conf'), `host all all ${host}/24 trust\n`);
    await cluster.startAgain();
    return cluster;
  }

  /** Address of its own database; others are made beside it. */
  get url(): string {
    return `postgres://${USER}@${this.host}:${this.port}/postgres`;
  }

  /** Changes a setting of the server, for sessions that are open, too. */
  async set(name: string, value: string): Promise<void> {
    for (const sql of [`alter system set ${name} = '${value}'`, 'select pg_reload_conf()'])
      await run(join(this.programs, 'psql'), ['-X', '-q', '-d', this.url, '-c', sql], {
        ...this.who,
        env: { ...process.env, PGOPTIONS: '-c default_transaction_read_only=off' },
      });
  }

  /** Starts it once more after `stop`, on the same data and port. */
  async startAgain(): Promise<void> {
    const server = spawn(join(this.programs, 'postgres'), ['-D', this.data, ...this.settings], {
      ...this.who,
      stdio: 'ignore',
    });
    server.unref();
    const end = once(server, 'exit').then(() => {
      throw new Error(`PostgreSQL did not start in ${this.folder}`);
    });
    end.catch(() => undefined);
    await Promise.race([this.answers(), end]);
  }

  /** @param how `fast` ends sessions in order, `immediate` is what a crash leaves behind */
  async stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    await run(join(this.programs, 'pg_ctl'), ['-D', this.data, '-m', how, '-w', 'stop'], this.who);
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    await this.stop('immediate').catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  private async answers(): Promise<void> {
    const asked = ['-h', this.host, '-p', String(this.port), '-t', '1', '-q'];
    for (let isReady = false; !isReady;) {
      isReady = await run(join(this.programs, 'pg_isready'), asked).then(
        () => true,
        () => false,
      );
    }
  }
}
