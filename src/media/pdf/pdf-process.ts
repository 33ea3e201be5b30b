/** A process that draws one PDF, with hard limits of memory and processor time that the kernel enforces. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { childProgram } from '../../kernel/programs/reading-program.js';
import { encodeFrameHead, type Frame, FrameReader } from '../pictures/frames.js';
import type { PdfAnswer, PdfRequest } from './pdf-messages.js';

/** Larger than any page that is drawn (`page-size.ts`). */
const MAX_BITMAP_BYTES = 256 * 1024 * 1024;
/** A start takes a tenth of a second of work. */
const START_LIMIT_MS = 10_000;
/** A process that gets a twelfth of a processor may go on; one that sleeps shall not hold its place for ever. */
const WAITING_FACTOR = 12;
/** Where the kernel does not say how long a process worked. */
const UNKNOWN_WAITING_FACTOR = 3;
/** Linux counts in hundredths of a second. */
const TICK_MS = 10;
const LONGEST_WAIT_MS = 1000;

/**
 * Address space that V8 keeps writable for code, most of which it never touches (512 MB), and Node's own memory. The limit
 * counts it.
 */
const RESERVED_MB = 640;
const PROGRAM = fileURLToPath(childProgram(import.meta.url, 'pdf-program'));

/**
 * Sets the limits and becomes the program. RLIMIT_DATA counts what the process can write to, so that WebAssembly's
 * large reservations of addresses stay free (RLIMIT_AS would count them). Where util-linux is there, the process dies with
 * its parent even when that is killed.
 */
const LAUNCH = `ulimit -d "$1"; ulimit -t "$2"; shift 2
if setpriv --pdeathsig KILL true 2>/dev/null; then exec setpriv --pdeathsig KILL "$@"; fi
exec "$@"`;

export interface ProcessLimits {
  readonly memoryMb: number;
  readonly cpuSeconds: number;
}

/** Why there is no answer. */
export class PdfProcessError extends Error {
  override readonly name = 'PdfProcessError';

  constructor(readonly reason: 'ended' | 'timeout') {
    super(`The process that draws a PDF gave no answer: ${reason}.`);
  }
}

export interface PdfReply {
  readonly answer: PdfAnswer;
  readonly bytes: Buffer;
}

/** It answers one request at a time. */
export class PdfProcess {
  private readonly child: ChildProcessByStdio<Writable, Readable, null>;
  private readonly replies: FrameReader = new FrameReader(MAX_BITMAP_BYTES);
  private waiting: { resolve(reply: PdfReply): void; reject(error: Error): void } | null = null;
  private hasEnded = false;

  private constructor({ memoryMb, cpuSeconds }: ProcessLimits) {
    const limits = [String((RESERVED_MB + memoryMb) * 1024), String(cpuSeconds)];
    this.child = spawn('/bin/sh', ['-c', LAUNCH, 'pdf', ...limits, process.execPath, PROGRAM], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Nothing of the server's environment, which holds secrets, is its business.
      env: { PATH: process.env['PATH'] },
    });
    this.child.stdout.on('data', (chunk: Buffer) => this.receive(chunk));
    // The pipe of a process that ended breaks; `exit` reports the end.
    this.child.stdin.on('error', () => undefined);
    this.child.once('error', () => this.end()).once('exit', () => this.end());
  }

  /** @throws PdfProcessError when it does not come up */
  static async start(limits: ProcessLimits): Promise<PdfProcess> {
    const started = new PdfProcess(limits);
    await started.reply(START_LIMIT_MS);
    return started;
  }

  /**
   * @param workMs processor time that the answer may take: how busy the machine is does not count
   * @param bytes  that follow the request
   * @throws PdfProcessError when the process ended, or when there was no answer in time, which ends it
   */
  async ask(request: PdfRequest, workMs: number, bytes: Buffer = Buffer.alloc(0)): Promise<PdfReply> {
    if (this.hasEnded) throw new PdfProcessError('ended');
    this.child.stdin.write(encodeFrameHead(request, bytes.length));
    this.child.stdin.write(bytes);
    return this.reply(workMs);
  }

  /** Processor time that it has taken so far, in milliseconds; null where the kernel does not say. */
  workedMs(): number | null {
    try {
      const status = readFileSync(`/proc/${this.child.pid ?? 0}/stat`, 'latin1');
      // Behind the name, which may hold anything: state and ten numbers, then time of its own and of the kernel for it.
      const numbers = status.slice(status.lastIndexOf(')') + 2).split(' ');
      return (Number(numbers[11]) + Number(numbers[12])) * TICK_MS;
    } catch {
      return null;
    }
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.child.kill('SIGKILL');
    this.end();
  }

  private async reply(workMs: number): Promise<PdfReply> {
    return new Promise<PdfReply>((resolve, reject) => {
      const before = this.workedMs();
      const begun = performance.now();
      const check = (): void => {
        const waited = performance.now() - begun;
        const now = this.workedMs();
        const isOver =
          before === null || now === null
            ? waited >= workMs * UNKNOWN_WAITING_FACTOR
            : now - before >= workMs || waited >= workMs * WAITING_FACTOR;
        if (!isOver) {
          timer = setTimeout(check, Math.min(workMs, LONGEST_WAIT_MS));
          return;
        }
        this.waiting?.reject(new PdfProcessError('timeout'));
        this.kill();
      };
      let timer = setTimeout(check, workMs);
      const settle = (step: () => void): void => {
        clearTimeout(timer);
        this.waiting = null;
        step();
      };
      this.waiting = {
        resolve: (reply) => settle(() => resolve(reply)),
        reject: (error) => settle(() => reject(error)),
      };
      if (this.hasEnded) this.waiting.reject(new PdfProcessError('ended'));
    });
  }

  private receive(chunk: Buffer): void {
    let frames: readonly Frame[];
    try {
      frames = this.replies.push(chunk);
    } catch {
      this.kill();
      return;
    }
    for (const { message, bytes } of frames) this.waiting?.resolve({ answer: message as PdfAnswer, bytes });
  }

  private end(): void {
    this.hasEnded = true;
    this.waiting?.reject(new PdfProcessError('ended'));
  }
}
