/** What is wrong with a matcher; the message says what to do. */
export type MatcherFault =
  | 'MATCHER_NOT_STARTED'
  | 'MATCHER_HANGS'
  | 'MATCHER_DIED'
  | 'MATCHER_NONSENSE'
  | 'MATCHER_OUT_OF_RANGE';

export class MatcherError extends Error {
  override readonly name = 'MatcherError';

  constructor(
    readonly code: MatcherFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${code}: ${message}`, options);
  }
}
