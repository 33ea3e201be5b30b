/** Activity in the open document: who else has it open, and how many comments wait. */
import { Store } from './store';

export interface DocumentActivity {
  readonly documentId: string;
  /** Another one after every change of a comment. */
  readonly commentsVersion: string;
  readonly openCommentCount: number;
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** Of the document that is followed; null before anything is known. */
export const documentActivity = new Store<DocumentActivity | null>(null);
