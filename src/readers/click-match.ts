/** Which match a click followed: by its session, or else by what was tapped and who tapped it. */
import type { Action } from '../content/actions/action.entity.js';
import type { EntityManager } from '../db/database.js';
import { Match } from './match.entity.js';
import { headerOf } from './record-device.js';
import type { ScanDevice } from './record-device.js';

/** How long after a recognition a click without a session still counts as its own. */
const SAME_READER_MS = 30 * 60 * 1000;

/** Recognitions of one caller that are looked at. */
const MAX_LOOKED_AT = 100;

/** Headers in which two devices differ. */
const callerHeaders = ['ApplicationInstanceId', 'ApplicationName', 'DeviceName', 'DeviceSystemVersion'];

export interface ClickFacts {
  readonly action: Pick<Action, 'nodeId' | 'languageCode'>;
  readonly documentId: string;
  readonly sessionId: string | null;
  readonly clickTime: Date;
  /** The caller's address as the organization keeps it. */
  readonly host: string | null;
  readonly headers: ScanDevice['headers'];
}

/** null for a click of its own. */
export async function matchOfClick(em: EntityManager, click: ClickFacts): Promise<Match | null> {
  return (await matchOfSession(em, click)) ?? (await matchOfCaller(em, click));
}

/** The last match of the document in the session; where the clock was set back, the first one. */
export async function matchOfSession(
  em: EntityManager,
  { documentId, sessionId, clickTime }: ClickFacts,
): Promise<Match | null> {
  if (sessionId === null) return null;
  const where = { documentId, sessionId };
  const before = { ...where, requestTime: { $lte: clickTime } };
  return (
    (await em.findOne(Match, before, { orderBy: { requestTime: 'desc', id: 'desc' } })) ??
    (await em.findOne(Match, where, { orderBy: { requestTime: 'asc', id: 'asc' } }))
  );
}

/** The last match that offered the action to the same caller. */
async function matchOfCaller(em: EntityManager, click: ClickFacts): Promise<Match | null> {
  const { documentId, clickTime, host, action } = click;
  const matches = await em.find(
    Match,
    {
      documentId,
      requestTime: { $gte: new Date(clickTime.getTime() - SAME_READER_MS), $lte: clickTime },
      language: action.languageCode,
      host,
    },
    { orderBy: { requestTime: 'desc', id: 'desc' }, limit: MAX_LOOKED_AT },
  );
  const offered = matches.filter(({ imageId, zoneId }) =>
    [documentId, imageId, zoneId].includes(action.nodeId),
  );
  return offered.find((match) => isSameCaller(match, click)) ?? null;
}

/**
 * Two callers are the same when they agree in all headers in which devices differ. Where addresses are not kept, they
 * must both say which installation they are.
 */
function isSameCaller(match: Match, { headers, host }: ClickFacts): boolean {
  const pairs = callerHeaders.map((name) => [headerOf(match.device, name), headerOf(headers, name)] as const);
  const [instance] = pairs;
  if (host === null && (instance?.[0] == null || instance[1] === null)) return false;
  return pairs.every(([ofMatch, ofClick]) => ofMatch === null || ofClick === null || ofMatch === ofClick);
}
