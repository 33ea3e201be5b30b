/** One edit in a draft, and what it leaves. */
import type { ZoneMembers } from '../zones/zone.members.js';
import type { GivenTimeWindow } from '../../kernel/windows/time-window.rules.js';
import type { ZoneRect } from '../zones/zone.rules.js';
import type { Change } from '../nodes/changes.service.js';

type OrNull<Members> = { readonly [Name in keyof Members]?: Members[Name] | null | undefined };

/** The name is `Zone 1`, `Zone 2`, … by default. */
export interface NewDraftedZone extends ZoneRect, OrNull<Omit<ZoneMembers, keyof ZoneRect | 'timeWindow'>> {
  /**
   * Of a zone that was deleted in the draft, to have it back. Absent or null makes one.
   */
  readonly id?: string | null | undefined;
  readonly imageId: string;
  readonly timeWindow?: GivenTimeWindow;
}

/** Members that are undefined stay as they are. */
export type DraftedZonePatch = Partial<Omit<ZoneMembers, 'timeWindow'>> & {
  readonly timeWindow?: GivenTimeWindow;
};

/** Exactly one of the first four members is given. */
export interface DraftEdit {
  /** Of a title or an action. */
  readonly change?: Change | null | undefined;
  readonly createZone?: NewDraftedZone | null | undefined;
  readonly updateZone?: { readonly id: string; readonly patch: DraftedZonePatch } | null | undefined;
  readonly deleteZone?: string | null | undefined;
  /** The version of the title, action or zone that the caller has seen; absent checks nothing. */
  readonly ifVersion?: string | null | undefined;
}

/** The element that an edit left. */
export interface EditedElement {
  /** Of the element whose title it is, of the action, or of the zone. */
  readonly id: string;
  /** null for what is gone. */
  readonly version: string | null;
}
