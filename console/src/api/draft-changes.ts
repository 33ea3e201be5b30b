/** Counts what happens to drafts as a whole, so that titles and actions are read again. */
import { useEffect } from 'react';
import { Store, useStore } from './store';

export const draftChanges = new Store(0);

/** A draft was started, published or discarded, or something was taken out of it. */
export function draftChanged(): void {
  draftChanges.set(draftChanges.get() + 1);
}

/** Reads again from the server after each of them. @param read of `useQuery` */
export function useRereadWithDrafts(
  read: (options: { readonly requestPolicy: 'network-only' }) => void,
): void {
  const changes = useStore(draftChanges);
  useEffect(() => {
    if (changes > 0) read({ requestPolicy: 'network-only' });
  }, [changes, read]);
}
