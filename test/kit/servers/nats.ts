/** A NATS server of its own, of the program that Debian installs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { freePort } from './free-port.js';

const HOST = '127.0.0.1';
/** Where Debian puts it; not in the PATH of every user. */
const SYSTEM_FOLDER = '/usr/sbin';
const READY = 'Server is ready';

export class TestNats {
  private server: ChildProcess | null = null;

  private constructor(
    private readonly host: string,
    private readonly port: number,
    private readonly words: readonly string[],
  ) {}

  /** @param words further options of the command line */
  static async start(...words: readonly string[]): Promise<TestNats> {
    return TestNats.startAt(HOST, ...words);
  }

  /** @param host address of this machine that it listens at */
  static async startAt(host: string, ...words: readonly string[]): Promise<TestNats> {
    const nats = new TestNats(host, await freePort(), words);
    await nats.startAgain();
    return nats;
  }

  /** Of its process. @throws Error while it is stopped */
  get pid(): number {
    if (this.server?.pid === undefined) throw new Error('NATS does not run.');
    return this.server.pid;
  }

  /** @param account user and password, or a token, as addresses have them */
  url(account = ''): string {
    return `nats://${account === '' ? '' : `${account}@`}${this.host}:${this.port}`;
  }

  /** Starts it once more after `stop`, at the same address. @throws Error when it is not installed */
  async startAgain(): Promise<void> {
    const server = spawn('nats-server', ['-a', this.host, '-p', String(this.port), ...this.words], {
      env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}${delimiter}${SYSTEM_FOLDER}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.server = server;
    let told = '';
    await new Promise<void>((resolve, reject) => {
      server.once('error', (cause) =>
        reject(new Error('NATS is not installed: apt-get install nats-server', { cause })),
      );
      server.once('exit', () => reject(new Error(`NATS did not start: ${told}`)));
      server.stderr.setEncoding('utf8').on('data', (text: string) => {
        told += text;
        if (told.includes(READY)) resolve();
      });
    });
  }

  /** As in a crash: without notice. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = null;
    if (server === null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
}
