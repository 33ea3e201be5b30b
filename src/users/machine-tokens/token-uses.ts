/**
 * Notes each use of machine tokens: how often on which day and from which network address. Uses are gathered (see
 * `GatheredWrites`).
 */
import type { Clock } from '../../kernel/clock.js';
import { currentAddress, currentRequestId } from '../../kernel/current-request.js';
import type { Database, EntityManager } from '../../db/database.js';
import { GatheredWrites } from '../../db/gathered-writes.js';
import { marks, readRows } from '../../db/rows.js';
import { MachineToken } from './machine-token.entity.js';

const WRITE_AFTER_MS = 3000;
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Of one token on one day; uses from further addresses count under this name. */
const MOST_ADDRESSES = 100;
const ELSEWHERE = 'elsewhere';

export interface TokenUse {
  readonly tokenId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly address: string;
  readonly count: number;
  readonly dateLast: Date;
}

interface UseRow {
  readonly token_id: string;
  readonly day: string;
  readonly address: string;
  readonly count: number | string;
  readonly date_last: Date | number | string;
}

export class TokenUses {
  private readonly gathered: GatheredWrites<TokenUse>;
  /** The request that a token was last counted for: one that asks several times counts once. */
  private readonly counted = new Map<string, string>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    onFailure: (error: unknown) => void,
  ) {
    this.gathered = new GatheredWrites({
      database,
      writeAfterMs: WRITE_AFTER_MS,
      keyOf,
      join: (earlier, later) => ({ ...later, count: earlier.count + later.count }),
      write: (em, uses) => this.write(em, uses),
      onFailure,
    });
  }

  /** Counts the running request; work that no request asked for counts every time. */
  note(tokenId: string): void {
    const requestId = currentRequestId();
    if (requestId !== null && this.counted.get(tokenId) === requestId) return;
    if (requestId !== null) this.counted.set(tokenId, requestId);
    const now = this.clock.now();
    this.gathered.note([
      { tokenId, day: dayOf(now), address: currentAddress() ?? '', count: 1, dateLast: now },
    ]);
  }

  /** Of some tokens, the newest first. */
  async of(tokenIds: readonly string[]): Promise<readonly TokenUse[]> {
    if (tokenIds.length === 0) return [];
    await this.flush();
    const rows = await readRows<UseRow>(
      this.database.reader(),
      `select token_id, day, address, count, date_last from machine_token_use
       where token_id in (${marks(tokenIds)}) order by date_last desc limit 1000`,
      tokenIds,
    );
    return rows.map((row) => ({
      tokenId: row.token_id,
      day: row.day,
      address: row.address,
      count: Number(row.count),
      dateLast: new Date(row.date_last),
    }));
  }

  /** Writes what was gathered. */
  async flush(): Promise<void> {
    await this.gathered.flush();
  }

  private async write(em: EntityManager, uses: readonly TokenUse[]): Promise<void> {
    this.counted.clear();
    const oldest = dayOf(new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS));
    for (const use of uses) {
      const { tokenId, day, count, dateLast } = use;
      const found = await readRows<{ readonly address: string }>(
        em,
        'select address from machine_token_use where token_id = ? and day = ?',
        [tokenId, day],
      );
      const isKnown = found.some(({ address }) => address === use.address);
      const address = isKnown || found.length < MOST_ADDRESSES ? use.address : ELSEWHERE;
      // A token that was revoked meanwhile has no uses any more.
      if ((await em.count(MachineToken, { id: tokenId })) === 0) continue;
      await em.execute(
        `insert into machine_token_use (token_id, day, address, count, date_last) values (?, ?, ?, ?, ?)
         on conflict (token_id, day, address) do update
         set count = machine_token_use.count + excluded.count, date_last = excluded.date_last`,
        [tokenId, day, address, count, dateLast],
      );
      if (found.length === 0) {
        await em.execute('delete from machine_token_use where token_id = ? and day < ?', [tokenId, oldest]);
      }
    }
  }
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const keyOf = ({ tokenId, day, address }: TokenUse): string => `${tokenId} ${day} ${address}`;
