/** Views of matches, each with the clicks that followed it in its session. */
import type { ActionType } from '../content/actions/action.entity.js';
import type { EntityManager } from '../db/database.js';
import { Click } from './click.entity.js';
import type { Match } from './match.entity.js';
import { headerOf } from './record-device.js';

export interface ClickView {
  readonly id: string;
  readonly documentId: string;
  /** null for a click of its own. */
  readonly matchId: string | null;
  readonly sessionId: string;
  readonly clickTime: Date;
  readonly host: string | null;
  readonly actionId: string;
  readonly actionName: string;
  readonly actionOrder: number | null;
  readonly actionType: ActionType;
}

export interface MatchView {
  readonly id: string;
  readonly documentId: string;
  readonly requestTime: Date;
  readonly deviceSystemVersion: string | null;
  readonly operatingSystem: string | null;
  readonly language: string;
  readonly imageOrder: number;
  readonly documentName: string;
  readonly host: string | null;
  readonly clicks: readonly ClickView[];
}

/** SQL databases limit the values of one statement. */
const BATCH = 500;

/** @param matches of any documents, in any order, which the answer keeps */
export async function readMatches(em: EntityManager, matches: readonly Match[]): Promise<MatchView[]> {
  const clicksOf = new Map<string, Click[]>(matches.map(({ id }) => [id, []]));
  const ids = [...clicksOf.keys()];
  for (let from = 0; from < ids.length; from += BATCH) {
    const clicks = await em.find(
      Click,
      { matchId: { $in: ids.slice(from, from + BATCH) } },
      { orderBy: { clickTime: 'asc', id: 'asc' } },
    );
    for (const click of clicks) clicksOf.get(click.matchId ?? '')?.push(click);
  }
  return matches.map((match) => toView(match, clicksOf.get(match.id) ?? []));
}

export function toClickView(click: Click): ClickView {
  return {
    id: click.id,
    documentId: click.documentId,
    matchId: click.matchId ?? null,
    sessionId: click.sessionId,
    clickTime: click.clickTime,
    host: click.host ?? null,
    actionId: click.actionId,
    actionName: click.actionName,
    actionOrder: click.actionOrder ?? null,
    actionType: click.actionType,
  };
}

function toView(match: Match, clicks: readonly Click[]): MatchView {
  return {
    id: match.id,
    documentId: match.documentId,
    requestTime: match.requestTime,
    deviceSystemVersion: headerOf(match.device, 'DeviceSystemVersion'),
    operatingSystem: headerOf(match.device, 'DeviceSystemVersionName'),
    language: match.language,
    imageOrder: match.imageOrder,
    documentName: match.documentName,
    host: match.host ?? null,
    clicks: clicks.map(toClickView),
  };
}
