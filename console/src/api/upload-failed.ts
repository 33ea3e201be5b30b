/** What all ways to send a file have in common. */
import type { Problem } from './graphql';

export class UploadFailed extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

export interface UploadOptions {
  /** 0–1 of the bytes. */
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}
