/** Whether this server can do its work, and what keeps it from it. */
import { statfs } from 'node:fs/promises';
import type { NotReadyReason } from './health.js';

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
