/** The elements below a place in the order of the print: documents by name, each with its pages, each with its zones. */
import type { Database } from '../../db/database.js';
import type { Node, NodeType } from '../../tree/node.entity.js';
import { inSubtree } from '../../tree/node-path.js';
import { badInput } from '../../kernel/errors.js';
import { compareText } from '../../kernel/text-fold.js';

/** Documents, pages and zones of one place. */
const MAX_ELEMENTS = 20_000;

export interface PrintedElement {
  readonly id: string;
  readonly type: 'Document' | 'Image' | 'Zone';
  /** Its name for people, below its place: `Flyer / 2: Prices / 1: Coupon`; without the document where that is the place. */
  readonly label: string;
  /** Names of the folders between the place and its document, the outermost first. */
  readonly folders: readonly string[];
  /** The page that it is or lies on; null for a document. */
  readonly pageId: string | null;
  readonly documentId: string;
}

/** Elements that titles and actions are written for. Organizations below are places of their own. */
const printedPlaces = ['Document', 'Folder', 'Organization'] as const satisfies readonly NodeType[];

interface Row {
  readonly id: string;
  readonly type: NodeType;
  readonly parentId: string | null;
  readonly name: string;
  readonly order: number;
  readonly sortKey: string;
}

/**
 * @param place a document, a folder or an organization
 * @throws LoupeError BAD_USER_INPUT when the place is of another kind, or holds too much
 */
export async function readPrintedElements(
  database: Database,
  place: Pick<Node, 'id' | 'type' | 'path' | 'name'>,
): Promise<readonly PrintedElement[]> {
  if (!printedPlaces.some((type) => type === place.type)) {
    throw badInput('elementId', 'must be a document, a folder or an organization');
  }
  const rows = await database.readInThread<Row>(
    `select id, type, parent_id as "parentId", name, "order", name_sort_key as "sortKey"
       from node where path like ? limit ${MAX_ELEMENTS + 1}`,
    [inSubtree(place.path).$like],
  );
  if (rows.length > MAX_ELEMENTS) {
    throw badInput(
      'elementId',
      `holds more than ${MAX_ELEMENTS} folders, documents, pages and zones; choose a folder or a document in it`,
    );
  }
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const found: PrintedElement[] = [];
  const isDocument = place.type === 'Document';
  const documents = isDocument ? [{ ...place, folders: [] }] : documentsBelow(place.id, below, []);
  for (const { folders, ...document } of documents) {
    const own = isDocument ? [] : [document.name];
    const documentId = document.id;
    const shared = { folders, documentId };
    found.push({ ...shared, id: documentId, type: 'Document', label: document.name, pageId: null });
    for (const page of inOrder(below.get(documentId))) {
      const labels = [...own, `${page.order}: ${page.name}`];
      const pageId = page.id;
      found.push({ ...shared, id: pageId, type: 'Image', label: labels.join(' / '), pageId });
      for (const zone of inOrder(below.get(pageId))) {
        const label = [...labels, `${zone.order}: ${zone.name}`].join(' / ');
        found.push({ ...shared, id: zone.id, type: 'Zone', label, pageId });
      }
    }
  }
  return found;
}

interface PlacedDocument extends Pick<Row, 'id' | 'name'> {
  readonly folders: readonly string[];
}

function documentsBelow(
  placeId: string,
  below: ReadonlyMap<string | null, readonly Row[]>,
  folders: readonly string[],
): readonly PlacedDocument[] {
  const byName = (type: NodeType) =>
    (below.get(placeId) ?? [])
      .filter((row) => row.type === type)
      .toSorted((a, b) => compareText(a.sortKey, b.sortKey) || compareText(a.id, b.id));
  return [
    ...byName('Folder').flatMap(({ id, name }) => documentsBelow(id, below, [...folders, name])),
    ...byName('Document').map((document) => ({ ...document, folders })),
  ];
}

const inOrder = (rows: readonly Row[] = []) => rows.toSorted((a, b) => a.order - b.order);
