/** Proposals as they are shown, and the edits of a draft that accepting makes. */
import { MAX_ACTION_NAME_LENGTH } from '../../content/content.rules.js';
import type { DraftEdit } from '../drafts/draft-edit.js';
import type { ZoneRect } from '../zones/zone.rules.js';
import type { FractionBox } from '../../engine-host/types.js';
import { proposalValue, type ProposalValue } from './proposal.js';
import type { Proposal, ProposalKind, ProposalState } from './proposal.entity.js';

export interface ProposalView extends ProposalValue {
  readonly id: string;
  readonly documentId: string;
  readonly pageId: string;
  readonly order: number;
  readonly kind: ProposalKind;
  readonly origin: Proposal['origin'];
  readonly state: ProposalState;
  /** Whether most pages say the same, so that the action goes to the document. */
  readonly isOfDocument: boolean;
}

export function viewOf({ value, ...row }: Proposal): ProposalView {
  const { id, documentId, pageId, order, kind, origin, state, isOfDocument } = row;
  return {
    ...proposalValue.parse(JSON.parse(value)),
    id,
    documentId,
    pageId,
    order,
    kind,
    origin,
    state,
    isOfDocument,
  };
}

export interface OfferedLanguages {
  /** Of the document, where nothing says another one. */
  readonly standard: string;
  readonly offered: readonly string[];
}

/** A language may have been withdrawn since the page was read. */
export const offeredOf = ({ standard, offered }: OfferedLanguages, languageCode: string | null): string =>
  languageCode !== null && offered.includes(languageCode) ? languageCode : standard;

/** Sets a title, or makes an action of a zone, a page or the document; nothing for an area. */
export function textEdit(
  row: Proposal,
  zoneId: string | undefined,
  languages: OfferedLanguages,
): readonly DraftEdit[] {
  const { action, title, languageCode: ofPage } = viewOf(row);
  const languageCode = title === null ? languages.standard : offeredOf(languages, ofPage);
  if (title !== null) return [{ change: { setTitle: { nodeId: row.pageId, languageCode, value: title } } }];
  if (action === null) return [];
  const nodeId = row.isOfDocument ? row.documentId : (zoneId ?? row.pageId);
  const name = action.name.slice(0, MAX_ACTION_NAME_LENGTH);
  const content = JSON.stringify(action.content);
  return [{ change: { createAction: { nodeId, languageCode, name, type: action.type, content } } }];
}

/** Whole percentages around a place. */
export function rectOf({ left, top, width, height }: FractionBox): ZoneRect {
  const from = (value: number): number => Math.min(99, Math.max(0, Math.floor(value * 100)));
  const size = (begin: number, end: number): number =>
    Math.min(100, Math.max(begin + 1, Math.ceil(end * 100))) - begin;
  const [x, y] = [from(left), from(top)];
  return {
    positionXPercent: x,
    positionYPercent: y,
    widthPercent: size(x, left + width),
    heightPercent: size(y, top + height),
  };
}

/** The same for two zones of one place. */
export const placeKey = (
  pageId: string,
  { positionXPercent: x, positionYPercent: y, widthPercent: w, heightPercent: h }: ZoneRect,
): string => JSON.stringify([pageId, x, y, w, h]);
