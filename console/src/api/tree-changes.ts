/** Counts changes of what lies where, so that lists are read again. */
import { Store } from './store';

export const treeChanges = new Store(0);

/** Something was made, moved, thrown away or restored. */
export function treeChanged(): void {
  treeChanges.set(treeChanges.get() + 1);
}
