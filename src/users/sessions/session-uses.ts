/**
 * Notes when, from where and with what log-ins are used. Notes are gathered in memory, at most one a minute for a log-in, and written some
 * seconds later, so that a request costs no statement; a crash loses the last minute.
 */
import { sourceNetwork } from '../../access/rate-limits.js';
import { currentAddress, currentUserAgent } from '../../kernel/current-request.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database } from '../../db/database.js';
import { AccessToken } from './access-token.entity.js';
import { SessionUse } from './session-use.entity.js';

const WRITE_AFTER_MS = 5000;
const AGAIN_AFTER_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export class SessionUses {
  private gathered = new Map<string, SessionUse>();
  private readonly noted = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Notes the running request; work that no request asked for is no use. */
  note(tokenId: string): void {
    const address = currentAddress();
    if (address === null) return;
    const dateLast = this.clock.now();
    if (dateLast.getTime() - (this.noted.get(tokenId) ?? -Infinity) < AGAIN_AFTER_MS) return;
    if (this.noted.size >= MAX_REMEMBERED) this.noted.clear();
    this.noted.set(tokenId, dateLast.getTime());
    this.gathered.set(tokenId, {
      tokenId,
      device: currentUserAgent(),
      network: sourceNetwork(address),
      dateLast,
    });
    this.timer ??= setTimeout(() => void this.flush().catch(this.onFailure), WRITE_AFTER_MS).unref();
  }

  /** Writes what was gathered. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const uses = [...this.gathered.values()];
    this.gathered = new Map();
    const turn = this.writing.then(() => this.write(uses));
    this.writing = turn.catch(() => undefined);
    await turn;
  }

  private async write(uses: readonly SessionUse[]): Promise<void> {
    if (uses.length === 0) return;
    await this.database.transaction(async ({ em }) => {
      // Everybody locks rows in the same order, so that two servers never wait for each other.
      const inOrder = uses.toSorted((one, other) => (one.tokenId < other.tokenId ? -1 : 1));
      const present = await em.find(AccessToken, { id: { $in: inOrder.map(({ tokenId }) => tokenId) } });
      const there = new Set(present.map(({ id }) => id));
      for (const use of inOrder) if (there.has(use.tokenId)) await em.upsert(SessionUse, use);
    });
  }
}
