/** A matcher as a process: calls and answers are lines of JSON on its standard input and output. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

import { projectRoot } from '../project-root.js';
import { MatcherError } from './matcher-error.js';

const HOST = join(projectRoot, 'packages/bench/benchmark/matchers/host.mjs');
/** Nothing is lost when it has to be ended. */
const CLOSE_WITHIN_MS = 5000;
/** The end of what a matcher wrote to standard error, for messages. */
const SHOWN_CHARACTERS = 1000;

export interface Hit {
  readonly id: string;
  /** Any finite number; a higher one is more certain. */
  readonly score: number;
}

const hitsAnswer = z.object({ hits: z.array(z.object({ id: z.string(), score: z.number() })) });
const answered = z.record(z.string(), z.unknown());

type Call =
  | { readonly call: 'add'; readonly id: string; readonly file: string }
  | { readonly call: 'search'; readonly file: string; readonly limit: number }
  | { readonly call: 'close' };

interface Waiting {
  readonly resolve: (line: string) => void;
  readonly reject: (error: MatcherError) => void;
}

export interface MatcherSource {
  /** Path of a JavaScript module, or a command line. */
  readonly module?: string;
  readonly command?: string;
  /** Longest time for one call. */
  readonly timeoutMs: number;
}

export class MatcherProcess {
  private readonly known = new Set<string>();
  private waiting: Waiting | null = null;
  private ended: MatcherError | null = null;
  private complaints = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly timeoutMs: number,
  ) {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => this.take(line));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaints = `${this.complaints}${text}`.slice(-SHOWN_CHARACTERS);
    });
    // What it no longer reads is reported by its end.
    child.stdin?.on('error', () => undefined);
    child.once('error', (cause) =>
      this.end('MATCHER_NOT_STARTED', `It cannot be started: ${cause.message}.`),
    );
    child.once('close', (code, signal) => {
      const how = signal === null ? `exit code ${String(code)}` : `signal ${signal}`;
      this.end('MATCHER_DIED', `The matcher ended with ${how} before it was asked to close.`);
    });
  }

  /** Starts a matcher; nothing is asked of it yet. */
  static start({ module, command, timeoutMs }: MatcherSource): MatcherProcess {
    const options: SpawnOptions = { detached: true, stdio: 'pipe' };
    const child =
      module === undefined
        ? spawn(command ?? '', { ...options, shell: true })
        : spawn(process.execPath, [HOST, resolve(module)], options);
    return new MatcherProcess(child, timeoutMs);
  }

  /** Makes it know a reference. @throws MatcherError */
  async add(id: string, file: string): Promise<void> {
    const line = await this.send({ call: 'add', id, file });
    this.read(line, answered, '{}');
    this.known.add(id);
  }

  /**
   * What a picture shows, best first.
   *
   * @throws MatcherError
   */
  async search(file: string, limit: number): Promise<readonly Hit[]> {
    const line = await this.send({ call: 'search', file, limit });
    const { hits } = this.read(line, hitsAnswer, '{"hits": [{"id": "…", "score": 12.5}]}');
    const unknown = hits.find(({ id }) => !this.known.has(id));
    if (unknown !== undefined)
      throw outOfRange(`a hit names "${unknown.id.slice(0, 100)}", which was never added`);
    if (hits.length > limit) throw outOfRange(`it answered ${hits.length} hits where ${limit} are the limit`);
    if (new Set(hits.map(({ id }) => id)).size < hits.length)
      throw outOfRange('it names a reference twice in one answer');
    return [...hits].sort((a, b) => b.score - a.score);
  }

  /** Asks it to close, and ends it with all that it started. */
  async close(): Promise<void> {
    const patienceMs = Math.min(this.timeoutMs, CLOSE_WITHIN_MS);
    if (this.ended === null) await this.send({ call: 'close' }, patienceMs).catch(() => undefined);
    this.kill();
  }

  private async send(call: Call, timeoutMs = this.timeoutMs): Promise<string> {
    if (this.ended !== null) throw this.ended;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<string>((resolve, reject) => {
        this.waiting = { resolve, reject };
        timer = setTimeout(() => {
          const seconds = timeoutMs / 1000;
          this.end(
            'MATCHER_HANGS',
            `No answer to "${call.call}" within ${seconds} s. Answer each line by a line and flush it; --matcher-timeout gives more time.`,
          );
          this.kill();
        }, timeoutMs);
        this.child.stdin?.write(`${JSON.stringify(call)}\n`);
      });
    } finally {
      clearTimeout(timer);
      this.waiting = null;
    }
  }

  private take(line: string): void {
    if (this.waiting === null) {
      this.end('MATCHER_NONSENSE', `It wrote a line that nobody asked for: ${shown(line)}`);
      this.kill();
    } else {
      this.waiting.resolve(line);
      this.waiting = null;
    }
  }

  private read<T>(line: string, shape: z.ZodType<T>, wanted: string): T {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (cause) {
      const hint = 'Write nothing but answers to standard output; messages belong to standard error.';
      throw new MatcherError('MATCHER_NONSENSE', `A line is no JSON: ${shown(line)}. ${hint}`, { cause });
    }
    const { data, success } = shape.safeParse(value);
    if (success) return data;
    throw new MatcherError('MATCHER_NONSENSE', `The answer must look like ${wanted}, but is ${shown(line)}`);
  }

  private end(code: MatcherError['code'], message: string): void {
    const said = this.complaints.trim() === '' ? '' : `\nIt wrote:\n${this.complaints.trim()}`;
    this.ended ??= new MatcherError(code, `${message}${said}`);
    this.waiting?.reject(this.ended);
  }

  private kill(): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    try {
      // The shell and what it started.
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

const shown = (line: string): string => (line.length > 200 ? `${line.slice(0, 200)} …` : line);

function outOfRange(what: string): MatcherError {
  return new MatcherError(
    'MATCHER_OUT_OF_RANGE',
    `${what}. Answer ids that were added, each once, up to the limit.`,
  );
}
