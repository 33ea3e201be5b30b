/** The process of `loop-server.ts` as `trial-loop.ts` speaks with it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Actor } from '../../../../test/access/actors.js';
import type { Target } from '../../../../test/access/target.js';
import type { FilledFolder } from './largest-input.js';
import type { LongestTurn } from './loop-turns.js';

type Headers = Readonly<Record<string, string>>;

/** What the server reports when it is ready; bytes in base64. */
export interface ReadyServer {
  readonly url: string;
  readonly routes: readonly string[];
  readonly headers: Readonly<Record<Actor, Headers>>;
  readonly target: Target;
  readonly apiKey: string;
  readonly picture: string;
  readonly tinyPicture: string;
}

export class LoopServer {
  /** What Node warned of, without what every start warns of. */
  readonly warnings: string[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly elements: number,
    readonly ready: ReadyServer,
  ) {
    child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk);
      const text = chunk.toString();
      if (/Warning:/.test(text) && !text.includes('ExperimentalWarning')) this.warnings.push(text.trim());
    });
  }

  static async start(elements: number, matches: number): Promise<LoopServer> {
    const program = fileURLToPath(new URL('loop-server.ts', import.meta.url));
    const child = fork(program, [String(elements), String(matches)], {
      execArgv: ['--trace-warnings', '--import', import.meta.resolve('tsx/esm')],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    const [ready] = (await once(child, 'message')) as [ReadyServer];
    return new LoopServer(child, elements, ready);
  }

  /** Watches the turns of its event loop from now on. */
  async watch(isProfiled: boolean): Promise<void> {
    await this.ask({ watch: true, isProfiled });
  }

  /** @returns the longest turn since `watch` */
  async end(): Promise<LongestTurn> {
    return this.ask({ end: true });
  }

  /** Makes what a row of the table uses up. */
  async fresh(row: number): Promise<{ readonly target: Target; readonly headers: Headers }> {
    return this.ask({ fresh: row });
  }

  /** @returns id of a folder that holds as many folders as the large one */
  async fillFolder(): Promise<string> {
    return (await this.ask<{ readonly folderId: string }>({ fill: this.elements })).folderId;
  }

  async fillDocuments(documents: number, pages: number): Promise<FilledFolder> {
    return this.ask({ documents, pages });
  }

  async close(): Promise<void> {
    this.child.disconnect();
    await once(this.child, 'exit');
  }

  private async ask<Answer>(message: object): Promise<Answer> {
    const answer = once(this.child, 'message');
    this.child.send(message);
    return ((await answer) as [Answer])[0];
  }
}
