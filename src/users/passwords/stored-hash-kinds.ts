/** Which kinds of hashes the users still have beside those that this server makes. */
import { isBeyondBudget, readForeignHash } from '../../access/foreign-hashes.js';
import type { Database } from '../../db/database.js';
import { readRows } from '../../db/rows.js';

/** Dearer kinds come first; cheaper ones beyond do not count. */
const MOST_KINDS = 4;
/** Kinds that are looked for, unusable ones included. */
const MOST_LOOKS = 16;
/** Users of another system may come by the command line, which is another process. */
const GOOD_FOR_MS = 5000;

export class StoredHashKinds {
  private known: { readonly until: number; readonly hashes: Promise<readonly string[]> } | undefined;

  /** @param ownKind what hashes of this server begin with */
  constructor(
    private readonly database: Database,
    private readonly ownKind: string,
  ) {}

  /** One hash of each kind of the whole platform, since a log-in names no organization; the dearest first. */
  async samples(): Promise<readonly string[]> {
    const now = performance.now();
    if (this.known === undefined || this.known.until < now) {
      const hashes = this.read();
      this.known = { until: now + GOOD_FOR_MS, hashes };
      hashes.catch(() => (this.known = undefined));
    }
    return this.known.hashes;
  }

  /** Forgets what was read: it is out of date. */
  forget(): void {
    this.known = undefined;
  }

  private async read(): Promise<readonly string[]> {
    const em = this.database.reader();
    const [beginnings, found] = [[this.ownKind], new Map<string, number>()];
    for (let look = 0; look < MOST_LOOKS; look += 1) {
      const others = beginnings.map(() => 'and substr(password_hash, 1, ?) <> ?').join(' ');
      const [row] = await readRows<{ readonly password_hash: string }>(
        em,
        `select password_hash from user_account where password_hash is not null ${others} limit 1`,
        beginnings.flatMap((beginning) => [beginning.length, beginning]),
      );
      if (row === undefined) break;
      const read = readForeignHash(row.password_hash);
      beginnings.push(read?.kind ?? row.password_hash);
      if (read !== null && !isBeyondBudget(read)) found.set(row.password_hash, read.ms);
    }
    return [...found.keys()].sort((a, b) => (found.get(b) ?? 0) - (found.get(a) ?? 0)).slice(0, MOST_KINDS);
  }
}
