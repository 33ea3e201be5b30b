/** Raised from JavaScript to stop a native job. */
export interface NativeCancellation {
  cancel(): void;
}
