/** Gives the keyboard's focus to a zone as soon as it is drawn: one that was made, brought back, or is next to a deleted one. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { zoneElementId } from './ZoneLayer';

export function useFocusOfZone(zones: readonly { readonly id: string }[]) {
  // A mark of its own for each wish: the same zone may be wanted twice.
  const [wanted, setWanted] = useState<{ readonly id: string; readonly mayFocus: () => boolean } | null>(
    null,
  );
  const focused = useRef<object | null>(null);
  useEffect(() => {
    if (wanted === null || focused.current === wanted || !zones.some(({ id }) => id === wanted.id)) return;
    if (wanted.mayFocus()) document.getElementById(zoneElementId(wanted.id))?.focus();
    focused.current = wanted;
  }, [wanted, zones]);
  return { next: useCallback((id: string, mayFocus: () => boolean) => setWanted({ id, mayFocus }), []) };
}
