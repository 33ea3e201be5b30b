/** Recognition that a test can hold up just before a search starts. */
import type { PictureColor } from '../../../src/engine-host/appearance/color.js';
import type { Picture } from '../../../src/engine-host/encoded-picture.js';
import type { AppearanceTable } from '../../../src/engine-host/appearance/appearance-table.js';
import type { Query } from '../../../src/engine-host/searching.js';
import type { SearchOptions, SearchResult } from '../../../src/engine-host/types.js';
import { Vision } from '../../../src/engine-host/vision.js';

/** What happens before a search, which goes on when the promise resolves. */
export type BeforeSearch = (signal: AbortSignal | undefined) => Promise<void>;

export class WatchedVision extends Vision {
  /** How the searches ended so far: `done`, or the code of the failure. */
  readonly endings: unknown[] = [];
  private beforeSearch: BeforeSearch | null = null;

  /** Does something before the next search, once. */
  onNextSearch(beforeSearch: BeforeSearch): void {
    this.beforeSearch = beforeSearch;
  }

  override search(indexIds: readonly string[], query: Query, options: SearchOptions): Promise<SearchResult> {
    return this.watch(options.signal, () => super.search(indexIds, query, options));
  }

  override describeColors(picture: Picture, signal?: AbortSignal): Promise<readonly PictureColor[]> {
    return this.watch(signal, () => super.describeColors(picture, signal));
  }

  /** A view of the table whose rankings by color are watched. */
  override async descriptorTable(indexId: string): Promise<AppearanceTable> {
    const table = await super.descriptorTable(indexId);
    const rankByColors: AppearanceTable['rankByColors'] = (wanted, options = {}) =>
      this.watch(options.signal, () => table.rankByColors(wanted, options));
    return Object.create(table, { rankByColors: { value: rankByColors } }) as AppearanceTable;
  }

  private async watch<T>(signal: AbortSignal | undefined, search: () => Promise<T>): Promise<T> {
    const before = this.beforeSearch;
    this.beforeSearch = null;
    await before?.(signal);
    try {
      const result = await search();
      this.endings.push('done');
      return result;
    } catch (error) {
      this.endings.push(error instanceof Error && 'code' in error ? error.code : error);
      throw error;
    }
  }
}
