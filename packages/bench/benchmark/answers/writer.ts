/** Lines of answers, written as they come and counted. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { toEngineError } from '@loupe-print/engine/internals';

export interface AnswerWriter {
  /** One line: words that say what was asked, then the answer as JSON, numbers at full precision. */
  line(words: readonly string[], answer: unknown): void;
  readonly lineCount: number;
  close(): void;
}

/** @throws the error of the file system when the file cannot be written */
export function openAnswers(path: string): AnswerWriter {
  const file = openSync(path, 'w');
  let lineCount = 0;
  return {
    line(words, answer) {
      lineCount += 1;
      writeSync(file, `${words.join(' ')} ${JSON.stringify(answer)}\n`);
    },
    get lineCount() {
      return lineCount;
    },
    close: () => closeSync(file),
  };
}

/** Enough of the SHA-256 of bytes to tell two of them apart. */
export const checksum = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 20);

/** The answer of a call that failed: the code of its error. */
export const codeOf = (error: unknown): { readonly code: string } => ({
  code: toEngineError(error).code,
});
