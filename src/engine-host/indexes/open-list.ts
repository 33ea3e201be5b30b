/**
 * Which indexes were open, kept beside their snapshots, so that a server that starts can open them before it is asked.
 * A hint and no more: a list that is missing or damaged is an empty one.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'open.json';

export class OpenList {
  private wanted: readonly string[] | null = null;
  private writing: Promise<void> | null = null;

  constructor(private readonly folder: string) {}

  /** Ids, the least recently used first. */
  async read(): Promise<readonly string[]> {
    try {
      const list: unknown = JSON.parse(await readFile(join(this.folder, FILE), 'utf8'));
      return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : [];
    } catch {
      return [];
    }
  }

  /** Writes the list soon; of several in a row the last. */
  keep(ids: readonly string[]): void {
    this.wanted = ids;
    this.writing ??= this.writeAll();
  }

  /** Resolves when what was to be kept is written. */
  async flush(): Promise<void> {
    await this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.wanted !== null) {
      const ids = this.wanted;
      this.wanted = null;
      try {
        const unfinished = join(this.folder, `${FILE}.new`);
        await writeFile(unfinished, JSON.stringify(ids));
        await rename(unfinished, join(this.folder, FILE));
      } catch {
        // Without it the next start opens its indexes when they are wanted.
      }
    }
    this.writing = null;
  }
}
