/**
 * Reads what strangers sent in a thread of its own: parsers work in one go, and what they make of a file may be a hundred times as
 * large. The event loop only takes the results, a part at a time.
 */
import { Worker } from 'node:worker_threads';
import { type ErrorCode, type FieldErrors, LoupeError } from '../errors.js';
import { Turns } from '../turns.js';

/**
 * Threads at a time. A thread that runs out of memory may end the whole process, so programs count what they read: none of them
 * needs half of this.
 */
const AT_ONCE = 2;
const MOST_WAITING = 16;
const MOST_MB = 1024;
const LONGEST_MS = 60_000;
const REST_MS = 10_000;

const turns = new Turns(
  AT_ONCE,
  MOST_WAITING,
  'Too many files are being read at the moment. Try again soon.',
);

/** A refusal on its way between threads. */
export interface SentRefusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields: FieldErrors;
}

export type ThreadAnswer =
  | { readonly part: readonly unknown[] }
  | { readonly end: true }
  | { readonly refusal: SentRefusal }
  | { readonly failure: string };

export function refusalToSend({ code, message, fields }: LoupeError): SentRefusal {
  return { code, message, fields };
}

export function receivedRefusal({ code, message, fields }: SentRefusal): LoupeError {
  return new LoupeError(code, message, fields);
}

/**
 * What a program reads from an input, in the parts in which it hands it over. The thread goes on when the next part is asked for.
 *
 * @param program made with `childProgram`; it calls `answerReadings`
 * @param tooMuch the refusal of what needs more memory or time than there is
 * @throws LoupeError OVERLOADED, what the program throws, and `tooMuch`
 */
export async function* readInThread<Item>(
  program: URL,
  input: unknown,
  tooMuch: () => LoupeError,
): AsyncGenerator<readonly Item[]> {
  const leave = await turns.take();
  const thread = rested(program) ?? new ReadingThread(program);
  let isDone = false;
  try {
    thread.begin(input, tooMuch);
    for (let answer = await thread.next(); !('end' in answer); answer = await thread.next()) {
      if ('failure' in answer) throw new Error(answer.failure);
      if ('refusal' in answer) {
        isDone = true;
        throw receivedRefusal(answer.refusal);
      }
      yield answer.part as readonly Item[];
      thread.goOn();
    }
    isDone = true;
  } finally {
    if (isDone && resting.length < AT_ONCE) rest(thread);
    else await thread.end();
    leave();
  }
}

/** Threads that have read and wait for more, since starting one takes longer than most readings. */
const resting: ReadingThread[] = [];

function rested(program: URL): ReadingThread | undefined {
  const at = resting.findIndex((thread) => thread.program.href === program.href);
  return at < 0 ? undefined : resting.splice(at, 1)[0];
}

function rest(thread: ReadingThread): void {
  resting.push(thread);
  thread.rest(() => {
    const at = resting.indexOf(thread);
    if (at >= 0) resting.splice(at, 1);
  });
}

interface Caller {
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (error: Error) => void;
}

class ReadingThread {
  private readonly worker: Worker;
  private clock: NodeJS.Timeout | undefined;
  private caller: Caller | null = null;
  /** What came before it was asked for. */
  private answer: ThreadAnswer | Error | null = null;
  private tooMuch = () => new LoupeError('PAYLOAD_TOO_LARGE', 'The file is too large.');
  private onEnd = () => {};

  constructor(readonly program: URL) {
    this.worker = new Worker(program, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
    });
    this.worker.on('message', (answer: ThreadAnswer) => this.settle(answer));
    this.worker.on('error', (error: Error & { readonly code?: string }) =>
      this.settle(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.tooMuch() : error),
    );
    this.worker.on('exit', () => {
      this.onEnd();
      this.settle(this.tooMuch());
    });
  }

  begin(input: unknown, tooMuch: () => LoupeError): void {
    clearTimeout(this.clock);
    this.onEnd = () => {};
    this.tooMuch = tooMuch;
    this.clock = setTimeout(() => void this.worker.terminate(), LONGEST_MS);
    this.worker.ref();
    this.worker.postMessage({ input });
  }

  async next(): Promise<ThreadAnswer> {
    const { answer } = this;
    if (answer instanceof Error) throw answer;
    this.answer = null;
    if (answer !== null) return answer;
    return new Promise((resolve, reject) => (this.caller = { resolve, reject }));
  }

  goOn(): void {
    this.worker.postMessage(null);
  }

  /** Waits to read again, for a while, and keeps no process alive. */
  rest(onEnd: () => void): void {
    clearTimeout(this.clock);
    this.onEnd = onEnd;
    this.clock = setTimeout(() => void this.worker.terminate(), REST_MS).unref();
    this.worker.unref();
  }

  async end(): Promise<void> {
    clearTimeout(this.clock);
    await this.worker.terminate();
  }

  private settle(answer: ThreadAnswer | Error): void {
    const { caller } = this;
    this.caller = null;
    if (caller === null) this.answer ??= answer;
    else if (answer instanceof Error) caller.reject(answer);
    else caller.resolve(answer);
  }
}
