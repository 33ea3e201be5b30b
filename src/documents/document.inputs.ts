/** Inputs of callers about documents. */
import type { Precondition } from '../kernel/precondition.js';
import type { GivenTimeWindow } from '../kernel/windows/time-window.rules.js';

export interface NewDocument {
  readonly parentId: string;
  readonly name: string;
  /** That of the organization by default. */
  readonly defaultLanguage?: string | null | undefined;
  /** Active or Inactive, in any case of letters; Inactive by default. */
  readonly status?: string | null;
}

export interface DocumentPatch {
  readonly defaultLanguage?: string;
  readonly name?: string;
  readonly parentId?: string;
  /** Active or Inactive, in any case of letters. */
  readonly status?: string;
  /** When readers are shown it. */
  readonly timeWindow?: GivenTimeWindow;
}

export interface ReplacementOptions {
  /**
   * For each page of the file the id of the page that it continues, null for a new one. By default pages are compared
   * by their content.
   */
  readonly pages?: readonly (string | null)[] | null;
  readonly waitForImages?: boolean;
  readonly precondition?: Precondition | undefined;
}
