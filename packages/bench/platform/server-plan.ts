/** What the servers of a cluster are for, and what serves them beside the database. */
import { TestBucket } from '../../../test/kit/servers/bucket.js';
import { TestNats } from '../../../test/kit/servers/nats.js';

/** That applications fall into: three searchers share them evenly. */
const PARTS = 24;
const SEARCHERS = 3;

export interface PlannedServer {
  /** As `LOUPE_ROLES` says it. */
  readonly roles: string;
  /** Its own, beside that of the cluster. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Servers that do everything, and keep files in a folder. */
export function wholeServers(count: number): readonly PlannedServer[] {
  return Array.from({ length: count }, () => ({ roles: 'api,worker,search', environment: {} }));
}

/** Servers that do one thing each, with NATS between them and a bucket for files. */
export class ServersByRole {
  private constructor(
    readonly nats: TestNats,
    readonly bucket: TestBucket,
    private readonly shardReferences: string | undefined,
  ) {}

  /** @param shardReferences from how many on indexes are divided among the searchers; they stay whole unless it is set */
  static async start(shardReferences?: string): Promise<ServersByRole> {
    const [nats, bucket] = await Promise.all([TestNats.start(), TestBucket.start()]);
    return new ServersByRole(nats, bucket, shardReferences);
  }

  /** Two that answer, two that work, and three that search, of which any two hold everything. */
  get servers(): readonly PlannedServer[] {
    const shared = {
      ...this.bucket.environment(),
      LOUPE_NATS_URL: this.nats.url(),
      LOUPE_PARTS: String(PARTS),
    };
    const searching = Array.from({ length: SEARCHERS }, (_, first) => ({
      roles: 'search',
      environment: {
        ...shared,
        LOUPE_SEARCH_PARTS: partsBut(first).join(),
        ...(this.shardReferences === undefined ? {} : { LOUPE_SHARD_REFERENCES: this.shardReferences }),
      },
    }));
    const others = ['api', 'api', 'worker', 'worker'].map((roles) => ({ roles, environment: shared }));
    return [...others, ...searching];
  }

  async close(): Promise<void> {
    await this.nats.stop();
    await this.bucket.close();
  }
}

/** Two thirds of the parts, for each of three searchers, so that each part is held by two. */
function partsBut(first: number): readonly number[] {
  return Array.from({ length: PARTS }, (_, part) => part).filter((part) => (part + first) % SEARCHERS > 0);
}
