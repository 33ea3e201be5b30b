/** Work on zones on the screen, its words, and where the keyboard goes on afterwards. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { watchForLaterFocus } from '../../parts/frame/later-focus';
import type { Rect } from './geometry';
import type { useFocusOfZone } from './use-focus-of-zone';
import { type ShownZone, useZones } from './use-zones';
import { type PageData, type ZoneData } from './zone-documents';
import type { useZoneWriter } from './zone-writer';

interface Workplace {
  readonly page: PageData;
  readonly stored: readonly ZoneData[];
  readonly writer: ReturnType<typeof useZoneWriter>;
  readonly changed: () => void;
  readonly words: ReturnType<typeof useWordsOfZones>;
  readonly onChoose: (next: string | null) => void;
  readonly focus: ReturnType<typeof useFocusOfZone>;
  readonly onDrawing: (next: boolean) => void;
}

/** Adds and removes zones, and leads the keyboard on afterwards. */
export function useWorkOnZones({
  page,
  stored,
  writer,
  changed,
  words,
  onChoose,
  focus,
  onDrawing,
}: Workplace) {
  const leadLater = () => {
    const mayLead = watchForLaterFocus();
    return (id: string) => {
      if (!mayLead()) return;
      onChoose(id);
      focus.next(id, mayLead);
    };
  };
  const zones = useZones({
    pageId: page.id,
    zones: stored,
    writer,
    refresh: changed,
    words,
    leadLater,
  });
  const drawButton = useRef<HTMLButtonElement>(null);
  const add = async (rect: Rect) => {
    onDrawing(false);
    const lead = leadLater();
    const id = await zones.add(rect);
    if (id !== null) lead(id);
  };
  /** The keyboard goes on at the zone that takes the place of the deleted one. */
  const throwAway = async (zone: ShownZone) => {
    const ordered = zones.zones.toSorted((a, b) => a.order - b.order);
    const at = ordered.findIndex(({ id }) => id === zone.id);
    const heir = ordered[at + 1] ?? ordered[at - 1];
    const mayLead = watchForLaterFocus();
    await zones.throwAway(zone);
    if (!mayLead()) return;
    onChoose(heir?.id ?? null);
    if (heir === undefined) drawButton.current?.focus();
    else focus.next(heir.id, mayLead);
  };
  return { drawButton, add, zones, throwAway };
}

/** Names of changes that can be taken back. */
export function useWordsOfZones(hasDraft: boolean) {
  const { t } = useTranslation('page');
  const words = {
    added: t('done.added'),
    placed: (name: string) => t('done.placed', { name }),
    renamed: (name: string) => t('done.renamed', { name }),
    ordered: (name: string) => t('done.ordered', { name }),
    thrownAway: (name: string) => t(hasDraft ? 'thrownAwayInDraft' : 'thrownAway', { name }),
  };
  return words;
}
