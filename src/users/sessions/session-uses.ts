/** Notes when, from where and with what log-ins are used: at most once a minute for a log-in, and gathered (see `GatheredWrites`). */
import { sourceNetwork } from '../../access/rate-limits.js';
import { currentAddress, currentUserAgent } from '../../kernel/current-request.js';
import type { Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { GatheredWrites } from '../../db/gathered-writes.js';
import { AccessToken } from './access-token.entity.js';
import { SessionUse } from './session-use.entity.js';

const WRITE_AFTER_MS = 5000;
const AGAIN_AFTER_MS = 60_000;
const MAX_REMEMBERED = 10_000;

export class SessionUses {
  private readonly gathered: GatheredWrites<SessionUse>;
  private readonly noted = new Map<string, number>();

  constructor(
    database: Database,
    private readonly clock: Clock,
    onFailure: (error: unknown) => void,
  ) {
    const keyOf = ({ tokenId }: SessionUse) => tokenId;
    const join = (_earlier: SessionUse, later: SessionUse) => later;
    const writeAfterMs = WRITE_AFTER_MS;
    this.gathered = new GatheredWrites({ database, writeAfterMs, keyOf, join, write, onFailure });
  }

  /** Notes the running request; work that no request asked for is no use. */
  note(tokenId: string): void {
    const address = currentAddress();
    if (address === null) return;
    const dateLast = this.clock.now();
    if (dateLast.getTime() - (this.noted.get(tokenId) ?? -Infinity) < AGAIN_AFTER_MS) return;
    if (this.noted.size >= MAX_REMEMBERED) this.noted.clear();
    this.noted.set(tokenId, dateLast.getTime());
    const network = sourceNetwork(address);
    this.gathered.note([{ tokenId, device: currentUserAgent(), network, dateLast }]);
  }

  /** Writes what was gathered. */
  async flush(): Promise<void> {
    await this.gathered.flush();
  }
}

async function write(em: EntityManager, uses: readonly SessionUse[]): Promise<void> {
  const present = await em.find(AccessToken, { id: { $in: uses.map(({ tokenId }) => tokenId) } });
  const there = new Set(present.map(({ id }) => id));
  for (const use of uses) if (there.has(use.tokenId)) await em.upsert(SessionUse, use);
}
