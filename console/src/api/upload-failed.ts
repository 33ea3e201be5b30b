/** Common to all ways to send a file. */
import { inUsersWords } from '../i18n/server-words';
import type { Problem } from './graphql';

export class UploadFailed extends Error {
  /** In the user's words. */
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = inUsersWords(problem);
  }
}

export interface UploadOptions {
  /** 0–1 of the bytes. */
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}
