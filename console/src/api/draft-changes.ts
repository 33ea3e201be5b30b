/** Counts what happens to drafts as a whole, so that titles and actions are read again. */
import { Store } from './store';

export const draftChanges = new Store(0);

/** A draft was started, published or discarded, or something was taken out of it. */
export function draftChanged(): void {
  draftChanges.set(draftChanges.get() + 1);
}
