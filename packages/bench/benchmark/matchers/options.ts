/** The options of `loupe bench` that ask a matcher. */
export interface MatcherCommandOptions {
  readonly matcher?: string;
  readonly matcherCommand?: string;
  readonly matcherName?: string;
  /** Seconds. */
  readonly matcherTimeout: number;
  readonly matcherResult: string;
  readonly with?: readonly string[];
  /** Asks the peers of the benchmark, too. */
  readonly withPeers?: boolean;
  readonly report: string;
}

/** Whether a matcher is asked, or runs of matchers are shown. */
export function asksMatchers({
  matcher,
  matcherCommand,
  with: others,
  withPeers = false,
}: MatcherCommandOptions): boolean {
  return matcher !== undefined || matcherCommand !== undefined || others !== undefined || withPeers;
}
