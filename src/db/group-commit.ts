/**
 * Group commit: small independent writes of concurrent requests share commits, and each writer is
 * answered when its write is on the disk. While one group is being written, the next one gathers.
 */
import type { BoundStatement } from './sqlite/sqlite-thread.js';

interface Waiting {
  readonly statement: BoundStatement;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The most writes in one commit. */
const LARGEST_GROUP = 200;

export class GroupCommit {
  private waiting: Waiting[] = [];
  private isWriting = false;

  /** @param commit writes all statements in one transaction, durably, or none */
  constructor(private readonly commit: (statements: readonly BoundStatement[]) => Promise<void>) {}

  /** Resolves when the statement's change is durable. */
  async write(statement: BoundStatement): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ statement, resolve, reject });
      if (!this.isWriting) void this.writeAll();
    });
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, LARGEST_GROUP);
      await this.writeGroup(group);
    }
    this.isWriting = false;
  }

  private async writeGroup(group: readonly Waiting[]): Promise<void> {
    try {
      await this.commit(group.map(({ statement }) => statement));
      for (const { resolve } of group) resolve();
    } catch (error) {
      const [only] = group;
      if (group.length === 1) only?.reject(error);
      // One that is refused takes no other with it.
      else for (const each of group) await this.writeGroup([each]);
    }
  }
}
