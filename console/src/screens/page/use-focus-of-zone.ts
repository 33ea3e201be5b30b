/** Gives the keyboard's focus to a zone as soon as it is drawn: one that was made, brought back, or is next to a deleted one. */
import { useCallback, useEffect, useState } from 'react';
import { zoneElementId } from './ZoneLayer';

export function useFocusOfZone(zones: readonly { readonly id: string }[]) {
  const [wantedId, setWantedId] = useState<string | null>(null);
  useEffect(() => {
    if (wantedId === null || !zones.some(({ id }) => id === wantedId)) return;
    document.getElementById(zoneElementId(wantedId))?.focus();
    setWantedId(null);
  }, [wantedId, zones]);
  return { next: useCallback((id: string) => setWantedId(id), []) };
}
