/** The state that a draft makes of one thing, and the user who changed it. */
import type { Replaced } from '../history/text-states.js';
import type { ReplacedZone } from '../zones/zone.states.js';

/** One title, action or zone of a draft. */
export interface Drafted<Change extends Replaced | ReplacedZone> {
  /** Of the change. */
  readonly id: string;
  /** From what readers got when it was first changed to what they will get; null for nothing. */
  readonly replaced: Change;
  /** The user who changed it last. */
  readonly user: string;
  readonly userId: string | null;
  readonly dateCreated: Date;
  readonly dateModified: Date;
}
