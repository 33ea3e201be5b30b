/** The recognitions of a document, each with the clicks that followed it. */
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { badInput } from '../errors.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
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

export interface MatchFilter {
  readonly documentId: string;
  readonly from?: Date | null;
  /** Exclusive. */
  readonly to?: Date | null;
  /** Matches left out at the beginning, 0 by default. */
  readonly skip?: number;
  /** Matches on the page, 1..1000; 1000 by default. */
  readonly take?: number;
}

export const MAX_MATCHES = 1000;

export class MatchService {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /** Newest first. @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT */
  async list(viewer: Viewer, filter: MatchFilter): Promise<readonly MatchView[]> {
    const { from, to, skip = 0, take = MAX_MATCHES } = filter;
    if (!Number.isInteger(skip) || skip < 0) throw badInput('skip', 'must be a whole number from 0');
    if (!Number.isInteger(take) || take < 1 || take > MAX_MATCHES) {
      throw badInput('take', `must be a whole number from 1 to ${MAX_MATCHES}`);
    }
    const em = this.database.reader();
    const document = await this.guarded.demandOfType(em, viewer, 'match:read', filter.documentId, 'Document');
    const requestTime = { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
    const matches = await em.find(
      Match,
      { documentId: document.id, ...(from || to ? { requestTime } : {}) },
      { orderBy: { requestTime: 'desc', id: 'desc' }, offset: skip, limit: take },
    );
    const sessions = { $in: [...new Set(matches.map((match) => match.sessionId))] };
    const all = await em.find(
      Match,
      { documentId: document.id, sessionId: sessions },
      { fields: ['id', 'sessionId', 'requestTime'], orderBy: { requestTime: 'asc', id: 'asc' } },
    );
    const clicks = await em.find(
      Click,
      { documentId: document.id, sessionId: sessions },
      { orderBy: { clickTime: 'asc', id: 'asc' } },
    );
    const clicksByMatch = joinClicks(all, clicks);
    return matches.map((match) => toView(match, clicksByMatch.get(match.id) ?? []));
  }
}

/** Gives each click to the last match of its session before it, or else to the session's first one. */
function joinClicks(
  matches: readonly Pick<Match, 'id' | 'sessionId' | 'requestTime'>[],
  clicks: readonly Click[],
): ReadonlyMap<string, readonly Click[]> {
  const sessions = new Map<string, (typeof matches)[number][]>();
  for (const match of matches) {
    const session = sessions.get(match.sessionId);
    if (session === undefined) sessions.set(match.sessionId, [match]);
    else session.push(match);
  }
  const joined = new Map<string, Click[]>(matches.map((match) => [match.id, []]));
  for (const click of clicks) {
    const session = sessions.get(click.sessionId) ?? [];
    const owner = session.findLast((match) => match.requestTime <= click.clickTime) ?? session[0];
    if (owner !== undefined) joined.get(owner.id)?.push(click);
  }
  return joined;
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
