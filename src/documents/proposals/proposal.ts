/** Kinds and places of what pages propose. */
import { z } from 'zod';
import { type ActionType, actionTypes } from '../../content/actions/action.entity.js';
import type { FractionBox } from '../../engine-host/types.js';
import type { ProposalKind, ProposalOrigin } from './proposal.entity.js';

const share = z.number().min(0).max(1);
/** A rectangle as fractions of its page. */
const pageBox = z.object({ left: share, top: share, width: share, height: share });

/** The result of accepting, as it is stored. */
export const proposalValue = z.object({
  box: pageBox,
  /** The zone that the action goes to; null for the page itself, or the whole document where every other page says it, too. */
  zone: pageBox.nullable().default(null),
  /** null for titles and areas. */
  action: z
    .object({ type: z.enum(actionTypes), name: z.string(), content: z.record(z.string(), z.unknown()) })
    .nullable()
    .default(null),
  /** null for what is no title. */
  title: z.string().nullable().default(null),
  /** Of a title: the language of the words of its page, of those that the document is offered in; null where they do not say. */
  languageCode: z.string().nullable().default(null),
});
export type ProposalValue = z.infer<typeof proposalValue>;

export interface ProposedAction {
  readonly type: ActionType;
  readonly name: string;
  readonly content: Record<string, unknown>;
}

/** Something that a page says, before it is known what is proposed of it already. */
export interface Finding {
  readonly kind: ProposalKind;
  readonly origin: ProposalOrigin;
  readonly box: FractionBox;
  readonly action: ProposedAction | null;
  readonly title: string | null;
}

/** The same on a page has the same key: what was refused once stays refused. */
export function keyOfFinding({ kind, action, title, box }: Omit<Finding, 'origin'>): string {
  if (action?.type === 'VCALENDAR') return JSON.stringify([kind, eventKey(action.content)]);
  if (action !== null) return JSON.stringify([kind, action.type, action.content]);
  if (title !== null) return JSON.stringify([kind]);
  const percent = (value: number): number => Math.round(value * 100);
  return JSON.stringify([kind, percent(box.left), percent(box.top), percent(box.width), percent(box.height)]);
}

/** Two events of a page at one time are one, whatever they are called. */
export const eventKey = ({ Start, End }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(['VCALENDAR', Start, End]);
