/** Keeps the words of pages that were made before words were kept, so that searches find them. */
import type { Database } from '../../db/database.js';
import { giveWay } from '../../db/in-parts.js';
import { readRows } from '../../db/rows.js';
import { LoupeError } from '../../kernel/errors.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import type { PageSource, PageSources } from '../pages/page-source.js';
import { linesOf } from '../proposals/text-lines.js';
import { keepText } from './page-text.js';
import { type PrintedLine, printedLines } from './page-text.js';

/** Pages that are looked for together: more than a document has (`LOUPE_MAX_PDF_PAGES`), unless it was set higher. */
const BATCH = 500;

interface LackingPage {
  readonly id: string;
  readonly documentId: string;
  readonly order: number;
}

const LACKING = `
  select node.id, node.parent_id as "documentId", node."order"
    from node
    join document on document.id = node.parent_id and document.processing = 'Ready'
    left join page_text on page_text.node_id = node.id
   where node.type = 'Image' and page_text.node_id is null and node.parent_id > ?
   order by node.parent_id, node."order" limit ${BATCH}`;

/** Comes before every id; PostgreSQL compares ids as what they are. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export class OlderTexts {
  constructor(
    private readonly database: Database,
    private readonly files: Pick<FileStore, 'ownedBy' | 'read'>,
    private readonly sources: Pick<PageSources, 'open'>,
  ) {}

  /**
   * Reads those that are missing, a document at a time. Pages without words, and of files that cannot be read, are kept as such: each
   * is read once.
   *
   * @param isWanted asked before each page
   * @returns how many pages were read
   */
  async make(isWanted: () => boolean): Promise<number> {
    let [made, after] = [0, FIRST_ID];
    while (isWanted()) {
      const found = await readRows<LackingPage>(this.database.reader(), LACKING, [after]);
      const documents = [...Map.groupBy(found, ({ documentId }) => documentId)];
      // The last one may go on in the next batch.
      const whole = found.length < BATCH || documents.length === 1 ? documents : documents.slice(0, -1);
      for (const [documentId, pages] of whole) {
        made += await this.makeDocument(documentId, pages, isWanted);
        after = documentId;
      }
      if (found.length < BATCH) return made;
    }
    return made;
  }

  private async makeDocument(
    documentId: string,
    pages: readonly LackingPage[],
    isWanted: () => boolean,
  ): Promise<number> {
    const source = await this.sourceOf(documentId);
    let made = 0;
    try {
      for (const page of pages) {
        if (!isWanted()) return made;
        await this.keep(page, await linesOfPage(source, page.order - 1));
        made += 1;
        await giveWay();
      }
    } finally {
      source?.close();
    }
    return made;
  }

  /** @returns null where there is no file, or none that can be read */
  private async sourceOf(documentId: string): Promise<PageSource | null> {
    const [original] = await this.files.ownedBy(this.database.reader(), [documentId], ['Original']);
    if (original === undefined) return null;
    try {
      return await this.sources.open(await this.files.read(original), original.sha256);
    } catch (error) {
      if (error instanceof LoupeError) return null;
      throw error;
    }
  }

  private async keep({ id }: LackingPage, lines: readonly PrintedLine[]): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      // It may be gone, or read meanwhile with a new file.
      const still = await readRows(
        em,
        `select node.id from node left join page_text on page_text.node_id = node.id
          where node.id = ? and page_text.node_id is null`,
        [id],
      );
      if (still.length > 0) await keepText(em, id, lines);
    });
  }
}

async function linesOfPage(source: PageSource | null, index: number): Promise<readonly PrintedLine[]> {
  if (source?.contents === undefined || index < 0 || index >= source.pageCount) return [];
  try {
    const { words } = await source.contents(index);
    return printedLines(linesOf(words.filter(({ isGuessed }) => isGuessed !== true)));
  } catch (error) {
    if (error instanceof LoupeError) return [];
    throw error;
  }
}
