/** A server of this clone as a process of its own, and commands of `loupe` on its data folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../../test/kit/servers/free-port.js';

/** Generous: other work may leave a server next to nothing of the machine. */
const START_LIMIT_MS = 600_000;
const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const run = promisify(execFile);

export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
    /** From the start of the process until it was ready to serve. */
    readonly startMs: number,
  ) {}

  /**
   * @param options.environment more settings
   * @param options.port of its own; a free one unless set
   * @param options.host address that it listens at, and is reached at; that of this machine alone unless set
   * @param options.logFile where all that it says is kept as well
   * @param options.within a command that runs the one that follows it, for example in a namespace of its own
   * @throws Error with what the server said when it ends before it is ready
   */
  static async start(
    folder: string,
    {
      environment = {},
      within = [],
      host = '127.0.0.1',
      port: wantedPort,
      logFile,
    }: {
      readonly environment?: Readonly<Record<string, string>>;
      readonly within?: readonly string[];
      readonly host?: string;
      readonly port?: number;
      readonly logFile?: string;
    } = {},
  ): Promise<ServerProcess> {
    const port = wantedPort ?? (await freePort());
    const begun = performance.now();
    const child = launch(folder, { environment, within, host, port });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-10_000);
        if (logFile !== undefined) appendFileSync(logFile, text);
      });
    }
    const address = `http://${host}:${port}`;
    while (performance.now() - begun < START_LIMIT_MS) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      const ready = await fetch(`${address}/health/ready`).catch(() => null);
      await ready?.arrayBuffer();
      if (ready?.status === 200) return new ServerProcess(child, address, performance.now() - begun);
      await sleep(20);
    }
    child.kill('SIGKILL');
    throw new Error(`The server did not get ready: ${said}`);
  }

  /** Of the process itself: what runs it in a namespace has replaced itself by it. */
  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The server has no process.');
    return this.child.pid;
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ended = once(this.child, 'exit');
    if (this.child.exitCode !== null || !this.child.kill(signal)) {
      throw new Error(`The server ended by itself with ${this.child.exitCode ?? this.child.signalCode}.`);
    }
    await ended;
  }
}

interface Launched {
  readonly environment?: Readonly<Record<string, string>>;
  readonly within?: readonly string[];
  readonly host?: string;
  readonly port: number;
}

function launch(folder: string, { environment = {}, within = [], host = '127.0.0.1', port }: Launched) {
  const [command = process.execPath, ...words] = [
    ...within,
    process.execPath,
    '--enable-source-maps',
    inRoot('dist/src/main.js'),
  ];
  return spawn(command, words, {
    env: {
      ...process.env,
      LOUPE_DATA: folder,
      LOUPE_HOST: host,
      LOUPE_PORT: String(port),
      LOUPE_MODIFY_PORT: '0',
      LOUPE_QUERY_PORT: '0',
      LOUPE_LOG_LEVEL: 'error',
      LOUPE_WEBHOOKS_PRIVATE: 'true',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts a server and ends it by SIGKILL so long after it opened the database, whether it is ready by then or not. */
export async function killWhileStarting(folder: string, afterMs: number): Promise<void> {
  const port = await freePort();
  const child = launch(folder, { port });
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  // It answers that it lives before it is ready.
  while (child.exitCode === null) {
    const lives = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null);
    await lives?.arrayBuffer();
    if (lives !== null) break;
    await sleep(10);
  }
  await sleep(afterMs);
  const ended = once(child, 'exit');
  if (!child.kill('SIGKILL')) throw new Error(`The server ended by itself with ${child.exitCode ?? ''}.`);
  await ended;
}

/** Runs `loupe` on a data folder. @returns its output @throws Error when it ends with another code than 0 */
export async function loupe(folder: string, ...words: readonly string[]): Promise<string> {
  return loupeIn({ LOUPE_DATA: folder }, ...words);
}

/** As `loupe`, with any settings. */
export async function loupeIn(
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<string> {
  const program = [inRoot('bin/loupe.mjs'), ...words];
  const env = { ...process.env, LOUPE_LOG_LEVEL: 'error', ...environment };
  try {
    return (await run(process.execPath, program, { env })).stdout;
  } catch (error) {
    // What it found stands in its output, not in what it failed with.
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`loupe ${words.join(' ')} failed: ${said}`, { cause: error });
  }
}
