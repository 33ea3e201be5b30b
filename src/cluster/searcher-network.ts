/** This process among others that search for each other: it asks them, or is asked by them. */
import type { Logger } from 'pino';
import { clusterIdOf } from '../db/installation.js';
import type { Database } from '../db/database.js';
import type { ReferenceFeed } from '../engine-host/indexes/reference-feed.js';
import type { ShardOptions } from '../engine-host/shards/sharded-searching.js';
import type { ExtractsQuery } from '../engine-host/searching.js';
import type { Vision } from '../engine-host/vision.js';
import { Asking } from './asking.js';
import { NatsLine } from './nats-line.js';
import { fixedPartCount, heldParts, Parts } from './parts.js';
import { Presence } from './presence.js';
import { RemoteSearching } from './remote-searching.js';
import { RemoteShards } from './remote-shards.js';
import { type Admits, Searcher } from './searcher.js';
import type { Role, SearcherSettings } from '../process-roles.js';
import { type Subjects, subjectsOf } from './messages.js';

export class SearcherNetwork {
  private readonly presence: Presence;
  private readonly held: ReadonlySet<number>;
  private searcher: Searcher | null = null;

  private constructor(
    private readonly line: NatsLine,
    private readonly subjects: Subjects,
    private readonly parts: Parts,
    private readonly settings: SearcherSettings,
    private readonly roles: readonly Role[],
    private readonly logger: Logger,
  ) {
    this.presence = new Presence(line, subjects, parts.count);
    this.held = new Set(heldParts(settings.held, parts.count));
  }

  /** @throws ConfigError for refused credentials, and for parts that are not those of the database */
  static async open(
    settings: SearcherSettings,
    roles: readonly Role[],
    database: Database,
    logger: Logger,
  ): Promise<SearcherNetwork> {
    const parts = new Parts(await fixedPartCount(database, settings.partCount));
    // Refused before there is a connection.
    heldParts(settings.held, parts.count);
    const subjects = subjectsOf(await clusterIdOf(database));
    const line = await NatsLine.open(settings.nats, logger);
    return new SearcherNetwork(line, subjects, parts, settings, roles, logger);
  }

  /** Searchers that this process sees. */
  get searcherCount(): number {
    return this.presence.count;
  }

  /** Whether everything can be searched: by others where this process does not search, and else by it. */
  get isReady(): boolean {
    return this.roles.includes('search') ? this.line.isUp : this.presence.isWhole;
  }

  /** Whether an index belongs to the parts that this process holds when it searches. */
  readonly holds = (indexId: string): boolean => this.held.has(this.parts.of(indexId));

  /** Searching by asking others. */
  searching(feed: Pick<ReferenceFeed, 'latest'>, extract: ExtractsQuery): RemoteSearching {
    const { line, subjects, parts } = this;
    const asking = this.asking();
    return new RemoteSearching({ asking, line, subjects, parts, feed, extract });
  }

  /** How large indexes are divided among searchers; undefined where they are not. */
  shards(): ShardOptions | undefined {
    const { line, parts, presence, settings, holds } = this;
    if (settings.shardReferences === null) return undefined;
    const remote = new RemoteShards({ asking: this.asking(), line, parts, presence, holds });
    return { mostReferences: settings.shardReferences, remote };
  }

  private asking(): Asking {
    const { line, subjects, presence, settings } = this;
    return new Asking(line, subjects, presence, settings.timeoutMs);
  }

  /** From now on others are answered. */
  serve(vision: Vision, admission: Admits): void {
    const { line, subjects, logger } = this;
    this.searcher = new Searcher({ line, subjects, parts: [...this.held], vision, admission, logger });
    this.searcher.start();
  }

  /** Passes events of readers on to programs that listen; others read them from the database. */
  tellRecorded({ organizationId, body }: { readonly organizationId: string; readonly body: string }): void {
    this.line.publish(this.subjects.recorded(organizationId), Buffer.from(body));
  }

  /** Stops answering others; resolves when everything asked before is answered. */
  async leave(): Promise<void> {
    await this.searcher?.leave();
    this.searcher = null;
  }

  async close(): Promise<void> {
    await this.leave();
    await this.line.close();
  }
}
