/**
 * Asks the web addresses of organizations that want it, politely: each once a day, one after the other of a host and few of it at
 * a time. An address that does not answer is asked again soon, then less and less often.
 */
import type { Database, EntityManager } from '../../db/database.js';
import { marks, readRows } from '../../db/rows.js';
import { type Clock, MS_PER_DAY } from '../../kernel/clock.js';
import { Organization } from '../../organizations/organization.entity.js';
import { inTrash } from '../../tree/trash-place.js';
import { askLink, type LinkAnswer } from './link-asker.js';
import { webAddressesOf } from './link-check.service.js';
import { idOfLink, WatchedLink } from './watched-link.entity.js';

const MS_PER_HOUR = 3_600_000;
/** Addresses of one host, and of all, in one look. */
const MOST_OF_HOST = 10;
const MOST = 200;
const HOSTS_AT_ONCE = 8;
/** Addresses of an organization that are watched. */
const MOST_OF_ORGANIZATION = 5000;
/** An address that nobody opens any more is forgotten within so long, a new one is found within so long. */
const LIST_EVERY_MS = MS_PER_HOUR;
/** Waits after the first, the second failure and so on; the last of them from then on. */
const WAITS_H = [1, 3, 12, 24];
/** How long a server may take for one look before another one asks. */
const LEASE_MS = 30 * 60_000;

/** Failures in a row from which on an address counts as silent: one may have been a moment's. */
const SILENT_FROM = 2;

export class LinkWatch {
  /** When the addresses of an organization were listed last, by this server. */
  private readonly listed = new Map<string, number>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly options: { readonly allowsPrivate: boolean },
  ) {}

  /** Asks what is due. @returns how many answer again, or no longer do */
  async look(): Promise<number> {
    const wanting = await this.database
      .reader()
      .find(Organization, { watchesLinks: true }, { fields: ['id'] });
    for (const { id } of wanting) await this.list(id);
    const due = await this.due(wanting.map(({ id }) => id));
    const hosts = [...due.values()].values();
    let changes = 0;
    const work = async () => {
      for (const links of hosts) {
        for (const link of links) if (await this.ask(link)) changes += 1;
      }
    };
    await Promise.all(Array.from({ length: HOSTS_AT_ONCE }, work));
    return changes;
  }

  /** Ends what is being asked. */
  close(): void {
    this.stopping.abort();
  }

  /** Brings the addresses of an organization up to date. */
  private async list(organizationId: string): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() < (this.listed.get(organizationId) ?? 0) + LIST_EVERY_MS) return;
    this.listed.set(organizationId, now.getTime());
    const opened = await openedBy(this.database, organizationId);
    await this.database.transaction(async ({ em }) => {
      const known = await em.find(WatchedLink, { organizationId });
      const ids = new Set(known.map(({ id }) => id));
      for (const link of known) {
        const nodeId = opened.get(link.url);
        if (nodeId === undefined) em.remove(link);
        else link.nodeId = nodeId;
      }
      for (const [url, nodeId] of opened) {
        const id = idOfLink(organizationId, url);
        if (ids.has(id)) continue;
        em.create(WatchedLink, { id, organizationId, url, nodeId, failures: 0, nextCheck: now });
      }
    });
  }

  /** Addresses that are due, by their host. */
  private async due(
    organizationIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly WatchedLink[]>> {
    if (organizationIds.length === 0) return new Map();
    const links = await this.database
      .reader()
      .find(
        WatchedLink,
        { organizationId: { $in: [...organizationIds] }, nextCheck: { $lte: this.clock.now() } },
        { orderBy: { nextCheck: 'asc', id: 'asc' }, limit: MOST },
      );
    const byHost = Map.groupBy(links, ({ url }) => new URL(url).host);
    return new Map([...byHost].map(([host, its]) => [host, its.slice(0, MOST_OF_HOST)]));
  }

  /** @returns whether it answers again, or is silent now */
  private async ask(link: WatchedLink): Promise<boolean> {
    if (this.stopping.signal.aborted || !(await this.claim(link))) return false;
    const { allowsPrivate } = this.options;
    const answer = await askLink(link.url, { allowsPrivate, signal: this.stopping.signal });
    if (answer.state === 'NotAsked') return false;
    const next = after(link, answer, this.clock.now());
    await this.database.transaction(({ em }) => em.nativeUpdate(WatchedLink, { id: link.id }, next));
    return link.failures >= SILENT_FROM !== next.failures >= SILENT_FROM;
  }

  /** Puts the check of other servers off. */
  private async claim({ id, nextCheck }: WatchedLink): Promise<boolean> {
    const later = new Date(this.clock.now().getTime() + LEASE_MS);
    const changed = await this.database.transaction(({ em }) =>
      em.nativeUpdate(WatchedLink, { id, nextCheck }, { nextCheck: later }),
    );
    return changed === 1;
  }
}

function after(link: WatchedLink, { state, status }: LinkAnswer, now: Date) {
  const lastStatus = status;
  if (state === 'Answers' || state === 'Guarded') {
    const nextCheck = new Date(now.getTime() + MS_PER_DAY);
    return { failures: 0, dateFailed: null, lastStatus, nextCheck };
  }
  const failures = link.failures + 1;
  const waitH = WAITS_H[failures - 1] ?? WAITS_H.at(-1) ?? 24;
  const nextCheck = new Date(now.getTime() + waitH * MS_PER_HOUR);
  return { failures, dateFailed: link.dateFailed ?? now, lastStatus, nextCheck };
}

/** Web addresses that valid actions of an organization open, each with an element of such an action. */
async function openedBy(database: Database, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await database.readInThread<ActionRow>(
    `select a.node_id, a.type, a.content, a.rules from action a join node n on n.id = a.node_id
      where n.organization_id = ? and n.path not like ? and a.is_valid = true order by n.path, a.id`,
    [organizationId, inTrash.$like],
  );
  const opened = new Map<string, string>();
  for (const { node_id: nodeId, type, content, rules } of rows) {
    for (const url of webAddressesOf(type, content, rules)) {
      if (opened.size < MOST_OF_ORGANIZATION && !opened.has(url)) opened.set(url, nodeId);
    }
  }
  return opened;
}

interface ActionRow {
  readonly node_id: string;
  readonly type: string;
  readonly content: string;
  readonly rules: string | null;
}

/** Addresses that no longer answer and are still opened where they were, the longest silent first. */
export async function silentLinks(
  em: EntityManager,
  organizationId: string,
  limit: number,
): Promise<readonly WatchedLink[]> {
  const found = await em.find(
    WatchedLink,
    { organizationId, failures: { $gte: SILENT_FROM } },
    { orderBy: { dateFailed: 'asc', id: 'asc' }, limit: 2 * limit },
  );
  if (found.length === 0) return [];
  const nodeIds = [...new Set(found.map(({ nodeId }) => nodeId))];
  const rows = await readRows<ActionRow>(
    em,
    `select a.node_id, a.type, a.content, a.rules from action a join node n on n.id = a.node_id
      where a.node_id in (${marks(nodeIds)}) and n.path not like ? and a.is_valid = true`,
    [...nodeIds, inTrash.$like],
  );
  const isOpened = ({ nodeId, url }: WatchedLink) =>
    rows.some(
      ({ node_id: id, type, content, rules }) =>
        id === nodeId && webAddressesOf(type, content, rules).has(url),
    );
  return found.filter(isOpened).slice(0, limit);
}
