/** Views of matches, each with the clicks that followed it in its session. */
import type { EntityManager } from '../db/database.js';
import { Click } from './click.entity.js';
import { Match } from './match.entity.js';

export interface ClickView {
  readonly clickTime: Date;
  readonly host: string | null;
  readonly actionId: string;
  readonly actionName: string;
  readonly actionOrder: number | null;
  readonly actionType: string;
}

export interface MatchView {
  readonly id: string;
  readonly requestTime: Date;
  readonly deviceSystemVersion: string | null;
  readonly operatingSystem: string | null;
  readonly language: string;
  readonly imageOrder: number;
  readonly documentName: string;
  readonly host: string | null;
  readonly clicks: readonly ClickView[];
}

/** SQL databases take only so many values in one statement. */
const BATCH = 500;

/** @param matches of any documents, in any order, which the answer keeps */
export async function readMatches(em: EntityManager, matches: readonly Match[]): Promise<MatchView[]> {
  const documentId = { $in: [...new Set(matches.map((match) => match.documentId))] };
  const sessionIds = [...new Set(matches.map((match) => match.sessionId))];
  const clicksByMatch = new Map<string, readonly Click[]>();
  for (let from = 0; from < sessionIds.length; from += BATCH) {
    const sessionId = { $in: sessionIds.slice(from, from + BATCH) };
    const all = await em.find(
      Match,
      { documentId, sessionId },
      {
        fields: ['id', 'documentId', 'sessionId', 'requestTime'],
        orderBy: { requestTime: 'asc', id: 'asc' },
      },
    );
    const clicks = await em.find(
      Click,
      { documentId, sessionId },
      { orderBy: { clickTime: 'asc', id: 'asc' } },
    );
    for (const [id, joined] of joinClicks(all, clicks)) clicksByMatch.set(id, joined);
  }
  return matches.map((match) => toView(match, clicksByMatch.get(match.id) ?? []));
}

/** Gives each click to the last match of its document and session before it, or else to the first one there. */
function joinClicks(
  matches: readonly Pick<Match, 'id' | 'documentId' | 'sessionId' | 'requestTime'>[],
  clicks: readonly Click[],
): ReadonlyMap<string, readonly Click[]> {
  const sessions = new Map<string, (typeof matches)[number][]>();
  for (const match of matches) {
    const session = sessions.get(sessionKey(match));
    if (session === undefined) sessions.set(sessionKey(match), [match]);
    else session.push(match);
  }
  const joined = new Map<string, Click[]>(matches.map((match) => [match.id, []]));
  for (const click of clicks) {
    const session = sessions.get(sessionKey(click)) ?? [];
    const owner = session.findLast((match) => match.requestTime <= click.clickTime) ?? session[0];
    if (owner !== undefined) joined.get(owner.id)?.push(click);
  }
  return joined;
}

function sessionKey({ documentId, sessionId }: Pick<Match, 'documentId' | 'sessionId'>): string {
  return `${documentId} ${sessionId}`;
}

function toView(match: Match, clicks: readonly Click[]): MatchView {
  return {
    id: match.id,
    requestTime: match.requestTime,
    deviceSystemVersion: headerOf(match, 'DeviceSystemVersion'),
    operatingSystem: headerOf(match, 'DeviceSystemVersionName'),
    language: match.language,
    imageOrder: match.imageOrder,
    documentName: match.documentName,
    host: match.host ?? null,
    clicks: clicks.map(({ clickTime, host, actionId, actionName, actionOrder, actionType }) => ({
      clickTime,
      host: host ?? null,
      actionId,
      actionName,
      actionOrder: actionOrder ?? null,
      actionType,
    })),
  };
}

/** Header names arrive in any letter case. */
function headerOf({ device }: Match, name: string): string | null {
  const entry = Object.entries(device).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return entry?.[1] ?? null;
}
