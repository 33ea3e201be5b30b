/** Compares the addresses that the shares of an action's rules lead to: who was shown which, and opened it. */
import type { Viewer } from '../access/viewer.js';
import { Action } from '../content/actions/action.entity.js';
import type { Database } from '../db/database.js';
import type { SqlValue } from '../db/rows.js';
import { notFound } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import { OWN_VARIANT, readAddressRules } from '../kernel/rules/address-rules.js';
import { choiceIn } from '../readers/recorded-choices.js';
import { type RecordPeriod, recordsOf } from '../readers/records-of-document.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import { Node } from '../tree/node.entity.js';
import { idsOnPath } from '../tree/node-path.js';
import { intervalOf, leadOf } from './comparison-of-shares.js';

export interface ComparedAddress {
  readonly variant: string;
  /** Share of the sessions now, in percent; null for one that the rules do not name any more. */
  readonly percent: number | null;
  readonly sessions: number;
  readonly openedSessions: number;
  /** Also those of visitors whom a short address led there at once. */
  readonly clicks: number;
  /** 0..1, the share of the sessions that opened it, with 95 % of certainty. */
  readonly low: number;
  readonly high: number;
}

export interface AddressComparison {
  /** The action's own address first. */
  readonly addresses: readonly ComparedAddress[];
  readonly leader: string | null;
  readonly isDecided: boolean;
  /** How much larger the leader's share is than the next one's. */
  readonly differenceLow: number | null;
  readonly differenceHigh: number | null;
}

interface Counts {
  readonly sessions: number;
  readonly clicks: number;
}

export class AddressComparisons {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
  ) {}

  /** @returns null where nothing is compared, and nothing was within the period @throws LoupeError NOT_FOUND, FORBIDDEN */
  async of(viewer: Viewer, actionId: string, period: RecordPeriod): Promise<AddressComparison | null> {
    const em = this.database.reader();
    const what = `Action ${shown(actionId)}`;
    const action = isId(actionId) ? await em.findOne(Action, { id: actionId.toLowerCase() }) : null;
    const node = await this.guarded.requireFor(em, viewer, 'insight:read', action?.nodeId ?? null, what);
    const document = await em.findOne(Node, { id: { $in: [...idsOnPath(node.path)] }, type: 'Document' });
    if (action === null || document === null) throw notFound(what);
    const percents = percentsOf(action.rules ?? null);
    const clicks = await this.clicksOf(action.id, document.id, period);
    const recorded = await this.recordedVariants(action.id, document.id, period);
    const variants = [...new Set([...percents.keys(), ...recorded, ...clicks.keys()])];
    if (variants.length === 0) return null;
    const addresses: ComparedAddress[] = [];
    for (const variant of variants) {
      const sessions = await this.sessionsShown(`${action.id}=${variant};`, document.id, period);
      const { clicks: count = 0, sessions: opened = 0 } = clicks.get(variant) ?? {};
      const openedSessions = Math.min(opened, sessions);
      const interval = intervalOf({ sessions, opened: openedSessions });
      const percent = percents.get(variant) ?? null;
      addresses.push({ variant, percent, sessions, openedSessions, clicks: count, ...interval });
    }
    const lead = leadOf(
      addresses.map(({ sessions, openedSessions }) => ({ sessions, opened: openedSessions })),
    );
    return {
      addresses,
      leader: lead === null ? null : (addresses[lead.leader]?.variant ?? null),
      isDecided: lead?.isDecided ?? false,
      differenceLow: lead?.difference.low ?? null,
      differenceHigh: lead?.difference.high ?? null,
    };
  }

  private async clicksOf(
    actionId: string,
    documentId: string,
    period: RecordPeriod,
  ): Promise<ReadonlyMap<string, Counts>> {
    const { where, values } = recordsOf('click', documentId, period, "variant <> ''");
    const rows = await this.read(
      `select variant, count(*) as clicks, count(distinct case when match_id is not null then session_id end) as sessions
         from click_record where ${where} and action_id = ? group by variant`,
      [...values, actionId],
    );
    return new Map(
      rows.map((row) => [
        String(row['variant']),
        { clicks: Number(row['clicks']), sessions: Number(row['sessions']) },
      ]),
    );
  }

  private async recordedVariants(
    actionId: string,
    documentId: string,
    period: RecordPeriod,
  ): Promise<readonly string[]> {
    const { where, values } = recordsOf('match', documentId, period);
    const rows = await this.read(
      `select distinct choices from match_record where ${where} and choices like ?`,
      [...values, `%${actionId}=%`],
    );
    return rows.map((row) => choiceIn(String(row['choices']), actionId));
  }

  private async sessionsShown(choice: string, documentId: string, period: RecordPeriod): Promise<number> {
    const { where, values } = recordsOf('match', documentId, period);
    const pattern = `%${choice.replaceAll('_', String.raw`\_`)}%`;
    const [row] = await this.read(
      `select count(distinct session_id) as sessions from match_record where ${where} and choices like ? escape '\\'`,
      [...values, pattern],
    );
    return Number(row?.['sessions'] ?? 0);
  }

  private read(sql: string, values: readonly SqlValue[]) {
    return this.database.readInThread<Readonly<Record<string, string | number>>>(sql, values);
  }
}

/** By variant; empty where the rules compare nothing. */
function percentsOf(rules: string | null): ReadonlyMap<string, number> {
  const shares = rules === null ? [] : readAddressRules(rules).filter((rule) => rule.kind === 'share');
  if (shares.length === 0) return new Map();
  const rest = 100 - shares.reduce((sum, { percent }) => sum + percent, 0);
  return new Map([[OWN_VARIANT, rest], ...shares.map(({ variant, percent }) => [variant, percent] as const)]);
}
