export interface JobOptions {
  /** Stops the job; its promise rejects at once with the code ABORTED. */
  readonly signal?: AbortSignal | undefined;
}

export interface MatchOptions extends JobOptions {
  /** Strictness of the decision, 0..1; 0.5 unless given, larger is stricter. */
  readonly threshold?: number;
  /** Also matches the mirror image of the reference. */
  readonly findMirrored?: boolean;
}

/** Names of these options, for the check of what JavaScript callers give. */
export const JOB_OPTIONS = ['signal'] as const satisfies readonly (keyof JobOptions)[];
export const MATCH_OPTIONS = [
  'threshold',
  'findMirrored',
  ...JOB_OPTIONS,
] as const satisfies readonly (keyof MatchOptions)[];
