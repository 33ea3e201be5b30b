export interface JobOptions {
  /**
   * Stops the job; its promise rejects at once with the code ABORTED. Give one when callers leave before the answer, so that their
   * jobs make room.
   *
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

export interface MatchOptions extends JobOptions {
  /**
   * Strictness of the decision, 0..1; larger is stricter. Raise it when wrong references are recognized, lower it when photos of
   * your print are not; try it on photos of your own before.
   *
   * @default 0.5
   */
  readonly threshold?: number;
  /**
   * Also matches the mirror image of the reference. Switch it on for photos taken in a mirror or from behind a window.
   *
   * @default false
   */
  readonly findMirrored?: boolean;
}

export interface BaselineOptions extends JobOptions {
  /**
   * Keypoints of each picture, 1 to 100,000. Take more to see what more work brings.
   *
   * @default 500, OpenCV's own default
   */
  readonly maxKeypoints?: number;
}

/** Names of these options, for the check of what JavaScript callers give. */
export const JOB_OPTIONS = ['signal'] as const satisfies readonly (keyof JobOptions)[];
export const MATCH_OPTIONS = [
  'threshold',
  'findMirrored',
  ...JOB_OPTIONS,
] as const satisfies readonly (keyof MatchOptions)[];
export const BASELINE_OPTIONS = [
  'maxKeypoints',
  ...JOB_OPTIONS,
] as const satisfies readonly (keyof BaselineOptions)[];
