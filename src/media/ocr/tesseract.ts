/**
 * Reads the print of scans with the program `tesseract`, where a machine has it: in a process of its own, with limits of memory and time,
 * one at a time and behind all other work.
 */
import { spawn } from 'node:child_process';
import type { FractionBox } from '../../engine-host/types.js';
import { Turns } from '../../kernel/turns.js';
import { around } from '../boxes.js';

/** A line of print that was read. */
export interface ReadLine {
  readonly text: string;
  readonly box: FractionBox;
}

/** Pixels in RGB. */
export interface Raster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface OcrLimits {
  readonly memoryMb: number;
  /** Of the processor. */
  readonly seconds: number;
}

const USUAL: OcrLimits = { memoryMb: 1024, seconds: 60 };
/** A process that waits for the processor may go on for this many times its seconds. */
const WAITING_FACTOR = 5;
const MOST_OUTPUT = 8 * 1024 * 1024;
const MOST_WAITING = 64;
/** Of a hundred: words that it doubts more are specks and patterns. */
const LEAST_CONFIDENCE = 60;
/** A row of its table (TSV): level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const WORD_LEVEL = '5';

const LAUNCH = `ulimit -d "$1"; ulimit -t "$2"; shift 2
if setpriv --pdeathsig KILL true 2>/dev/null; then exec setpriv --pdeathsig KILL nice -n 15 "$@"; fi
exec nice -n 15 "$@"`;

export class Tesseract {
  private installed: Promise<ReadonlySet<string>> | null = null;
  private readonly turns = new Turns(1, MOST_WAITING, 'Too many scans wait for their words. Try again soon.');

  constructor(private readonly limits: OcrLimits = USUAL) {}

  /** The data files that are installed; none where the program is not. Asked once. */
  async languages(): Promise<ReadonlySet<string>> {
    this.installed ??= this.run(['--list-langs']).then(
      (list) =>
        new Set(
          (list ?? '')
            .split('\n')
            .slice(1)
            .map((name) => name.trim())
            .filter(Boolean),
        ),
    );
    return this.installed;
  }

  /**
   * The lines of print in a picture, in reading order.
   *
   * @param names data files for the languages of its words, such as `fra`
   * @returns none where the program or the data of all these languages is not installed, and where it needs more than its limits
   * @throws LoupeError OVERLOADED
   */
  async linesOf({ data, width, height }: Raster, names: readonly string[]): Promise<readonly ReadLine[]> {
    const installed = await this.languages();
    const languages = names.filter((name) => installed.has(name));
    if (languages.length === 0) return [];
    const leave = await this.turns.take();
    try {
      const picture = Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), data]);
      const table = await this.run(
        ['stdin', 'stdout', '-l', languages.join('+'), '--psm', '3', 'tsv'],
        picture,
      );
      return table === null ? [] : linesOf(table, width, height);
    } finally {
      leave();
    }
  }

  /** @returns null where it cannot be started or ends with an error */
  private async run(args: readonly string[], input = Buffer.alloc(0)): Promise<string | null> {
    const { memoryMb, seconds } = this.limits;
    const limits = [String(memoryMb * 1024), String(seconds)];
    return new Promise((resolve) => {
      const child = spawn('/bin/sh', ['-c', LAUNCH, 'ocr', ...limits, 'tesseract', ...args], {
        stdio: ['pipe', 'pipe', 'ignore'],
        // The server's environment holds secrets and stays here. Its own threads take more than they bring.
        env: { PATH: process.env['PATH'], OMP_THREAD_LIMIT: '1' },
        timeout: seconds * WAITING_FACTOR * 1000,
        killSignal: 'SIGKILL',
      });
      const parts: Buffer[] = [];
      let size = 0;
      child.stdout.on('data', (part: Buffer) => {
        size += part.length;
        if (size > MOST_OUTPUT) child.kill('SIGKILL');
        else parts.push(part);
      });
      child.stdin.on('error', () => undefined);
      child.once('error', () => resolve(null));
      child.once('close', (code) =>
        resolve(code === 0 && size <= MOST_OUTPUT ? Buffer.concat(parts).toString('utf8') : null),
      );
      child.stdin.end(input);
    });
  }
}

function linesOf(table: string, width: number, height: number): readonly ReadLine[] {
  const lines = new Map<string, { readonly text: string; readonly box: FractionBox }[]>();
  for (const row of table.split('\n')) {
    const cells = row.split('\t');
    const [level, page, block, paragraph, line] = cells;
    const [, , , , , , left, top, wide, high, confidence] = cells.map(Number);
    const text = (cells[11] ?? '').trim();
    if (level !== WORD_LEVEL || text === '' || !(Number(confidence) >= LEAST_CONFIDENCE)) continue;
    const key = [page, block, paragraph, line].join(' ');
    const box = {
      left: Number(left) / width,
      top: Number(top) / height,
      width: Number(wide) / width,
      height: Number(high) / height,
    };
    const words = lines.get(key);
    if (words === undefined) lines.set(key, [{ text, box }]);
    else words.push({ text, box });
  }
  return [...lines.values()].map((words) => ({
    text: words
      .map(({ text }) => text)
      .join(' ')
      .toWellFormed(),
    box: around(words.map(({ box }) => box)),
  }));
}
