/** Whether this server lives, whether it can do its work, and what keeps it from it. */
import type { FastifyInstance } from 'fastify';
import { statfs } from 'node:fs/promises';

/** Why requests cannot be served now: names, no details, because strangers may ask. */
export type NotReadyReason =
  | 'shutting down'
  | 'database'
  | 'engine'
  | 'indexes'
  | 'searchers'
  | 'disk'
  | 'files';

export interface HealthSource {
  /** Empty when requests can be served. */
  check(): Promise<readonly NotReadyReason[]>;
  /** Names of the work beside requests that failed the last time it ran. */
  readonly failedWork: readonly string[];
}

/**
 * `/health/live`: the process is up. `/health/ready`: it can serve, and where it cannot, for which reasons; and which work beside
 * requests has failed, which keeps no server from serving.
 */
export function registerHealth(app: FastifyInstance, source: HealthSource): void {
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const reasons = await source.check();
    reply.header('Cache-Control', 'no-store');
    const { failedWork } = source;
    const failed = failedWork.length === 0 ? {} : { failed: failedWork };
    if (reasons.length === 0) return { status: 'ready', ...failed };
    reply.code(503).header('Retry-After', '2');
    return { status: 'not ready', reasons, ...failed };
  });
}

export interface ReadinessOptions {
  readonly database: { isAnswering(): Promise<boolean> };
  readonly engine: {
    readonly isOpen: boolean;
    /** Whether the indexes that were in memory before a restart are there again. */
    readonly isWarm: boolean;
  };
  /** The store of files. */
  readonly files: { check(): Promise<void> };
  /** Processes that search for each other; null where each searches by itself. */
  readonly searchers: { readonly isReady: boolean } | null;
  /** Folders that are written to. */
  readonly folders: readonly string[];
  readonly background: { readonly failed: readonly string[] };
  /** Below this a disk counts as full. */
  readonly minFreeBytes: number;
}

/** The store of files is asked no oftener than this, however many probe. */
const FILES_ASKED_EVERY_MS = 3000;

export class Readiness {
  private isClosing = false;
  private filesAskedAt = -Infinity;
  private areFilesThere: Promise<boolean> = Promise.resolve(true);

  constructor(private readonly options: ReadinessOptions) {}

  /** From now on nothing new is to be sent here. */
  close(): void {
    this.isClosing = true;
  }

  get failedWork(): readonly string[] {
    return this.options.background.failed;
  }

  /** @returns what is wrong; empty when requests can be served */
  async check(): Promise<readonly NotReadyReason[]> {
    if (this.isClosing) return ['shutting down'];
    const { database, engine, folders } = this.options;
    const [isAnswering, hasFiles, ...areRoomy] = await Promise.all([
      database.isAnswering().catch(() => false),
      this.askFiles(),
      ...folders.map((folder) => this.hasRoom(folder)),
    ]);
    return [
      ...(isAnswering ? [] : (['database'] as const)),
      ...(engine.isOpen ? [] : (['engine'] as const)),
      ...(engine.isOpen && !engine.isWarm ? (['indexes'] as const) : []),
      ...(this.options.searchers?.isReady === false ? (['searchers'] as const) : []),
      ...(hasFiles ? [] : (['files'] as const)),
      ...(areRoomy.every(Boolean) ? [] : (['disk'] as const)),
    ];
  }

  private async askFiles(): Promise<boolean> {
    const { files } = this.options;
    const now = performance.now();
    if (now - this.filesAskedAt >= FILES_ASKED_EVERY_MS) {
      this.filesAskedAt = now;
      this.areFilesThere = files.check().then(
        () => true,
        () => false,
      );
    }
    return this.areFilesThere;
  }

  private async hasRoom(folder: string): Promise<boolean> {
    try {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize >= this.options.minFreeBytes;
    } catch {
      return false;
    }
  }
}
