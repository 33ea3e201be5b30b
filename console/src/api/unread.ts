/** Parts of what is on the screen that could not be read and do not show that themselves: the frame says it for all of them. */
import { Store } from './store';

type ReadAgain = () => void;

const parts = new Store<ReadonlyMap<string, ReadAgain>>(new Map());

export const unread = {
  parts,

  add(id: string, readAgain: ReadAgain): void {
    parts.set(new Map(parts.get()).set(id, readAgain));
  },

  remove(id: string): void {
    if (parts.get().has(id)) parts.set(new Map([...parts.get()].filter(([each]) => each !== id)));
  },

  readAgain(): void {
    for (const read of parts.get().values()) read();
  },
};
