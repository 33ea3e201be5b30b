/**
 * A thread with a connection of its own to the server's SQLite file, for what would hold the event loop: waiting for the disk
 * at a commit, and reads that go through many rows. It is started when it is needed first.
 */
import { Worker } from 'node:worker_threads';
import { childProgram } from '../../kernel/programs/reading-program.js';
import type { BoundValue } from './sqlite-values.js';

export interface BoundStatement {
  readonly sql: string;
  readonly values: readonly BoundValue[];
}

export type ThreadRequest = { readonly id: number } & (
  | ({ readonly kind: 'read' } & BoundStatement)
  | { readonly kind: 'write'; readonly statements: readonly BoundStatement[] }
);

export type ThreadAnswer = { readonly id: number } & (
  | { readonly rows: readonly unknown[] }
  /** With the code of SQLite, where it has one. */
  | { readonly failure: string; readonly code: string | null }
);

interface Caller {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

type Unnumbered<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

const PROGRAM = childProgram(import.meta.url, 'sqlite-thread-program');

export class SqliteThread {
  private worker: Worker | null = null;
  private readonly callers = new Map<number, Caller>();
  private lastId = 0;

  constructor(
    private readonly file: string,
    private readonly pragmas: readonly string[],
  ) {}

  /** @throws Error of the database, or when the thread has ended */
  async read<Row>(statement: BoundStatement): Promise<Row[]> {
    return (await this.ask({ kind: 'read', ...statement })) as Row[];
  }

  /** Runs statements in one transaction; durable when it resolves. @throws Error as `read`; nothing is written then */
  async write(statements: readonly BoundStatement[]): Promise<void> {
    await this.ask({ kind: 'write', statements });
  }

  /** Ends the thread; pending requests are rejected. */
  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private async ask(request: Unnumbered<ThreadRequest>): Promise<readonly unknown[]> {
    const worker = (this.worker ??= this.start());
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      this.callers.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, ...request });
    });
  }

  private start(): Worker {
    const worker = new Worker(PROGRAM, {
      workerData: { file: this.file, pragmas: this.pragmas },
      execArgv: [],
    });
    worker.on('message', (answer: ThreadAnswer) => this.settle(answer));
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', () => this.lose(worker, new Error('The thread of the database has ended.')));
    return worker;
  }

  private settle(answer: ThreadAnswer): void {
    const caller = this.callers.get(answer.id);
    this.callers.delete(answer.id);
    if (this.callers.size === 0) this.worker?.unref();
    if ('rows' in answer) caller?.resolve(answer.rows);
    else caller?.reject(failureOf(answer.failure, answer.code));
  }

  /** What was asked is not known to be done; the next one who asks gets a new thread. */
  private lose(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    this.worker = null;
    const callers = [...this.callers.values()];
    this.callers.clear();
    for (const { reject } of callers) reject(error);
  }
}

function failureOf(message: string, code: string | null): Error {
  const error = new Error(message);
  return code === null ? error : Object.assign(error, { code });
}
