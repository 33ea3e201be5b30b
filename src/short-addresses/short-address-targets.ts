/** Targets of short addresses: readers are shown what a scan of the same page would, at the same minute. */
import type { Clock } from '../kernel/clock.js';
import { Action } from '../content/actions/action.entity.js';
import type { Database, EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import type { CachedEnrichments, EnrichedElement } from '../recognition/cached-enrichments.js';
import { enrich } from '../recognition/enriched-element.js';
import { type LiveElement, loadLiveDocument } from '../recognition/live-element.js';
import type { EnrichedActionView } from '../recognition/views.js';
import { Node } from '../tree/node.entity.js';
import { isTrashed } from '../tree/trash-place.js';
import type { ShortAddress } from './short-address.entity.js';

/** Pages of a document that a reader can choose from. */
const MOST_PAGES = 300;

/** A page that a reader can choose. */
interface OfferedPage {
  readonly order: number;
  readonly thumbnailFileId: string | null;
}

export interface ShownTarget {
  readonly documentId: string;
  readonly documentName: string;
  readonly organizationId: string;
  /** The document, page or zones, those first that were asked for; empty only where there are pages. */
  readonly parts: readonly EnrichedElement[];
  /** Of a document. */
  readonly pages: readonly OfferedPage[];
  /** The one action that the address is about; null for what the element offers. */
  readonly single: EnrichedActionView | null;
}

type Place = Pick<Node, 'id' | 'type' | 'path'>;

export class ShortAddressTargets {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly enrichments: CachedEnrichments,
  ) {}

  /**
   * @param order of the page of a document that was chosen; null for none
   * @returns null where nothing is shown now: thrown away, not active, outside of its window, without an action
   */
  async of(
    address: Pick<ShortAddress, 'elementId' | 'actionId'>,
    language: string | null,
    order: number | null = null,
  ): Promise<ShownTarget | null> {
    const em = this.database.reader();
    const node = await em.findOne(Node, { id: address.elementId });
    if (node === null || isTrashed(node.path)) return null;
    const place = order === null ? node : await pageOf(em, node, order);
    if (place === null) return null;
    const target = await this.shown(em, place, node.organizationId, language);
    if (target === null || address.actionId == null) return target;
    const single = await this.action(em, node, address.actionId);
    return single === null ? null : { ...target, parts: [single.part], pages: [], single: single.action };
  }

  private async shown(
    em: EntityManager,
    place: Place,
    organizationId: string,
    language: string | null,
  ): Promise<ShownTarget | null> {
    const document = place.type === 'Document' ? await this.document(em, place, language) : null;
    const parts =
      place.type === 'Document'
        ? document === null
          ? []
          : [document]
        : await this.parts(em, place, language);
    const pages = document === null ? [] : await offeredPages(em, document.element);
    const hasActions = parts.some(({ enrichment }) => enrichment.actions.length > 0);
    const [first] = parts;
    if (first === undefined || (!hasActions && pages.length === 0)) return null;
    const { id: documentId, name: documentName } = first.element.document;
    return { documentId, documentName, organizationId, parts, pages, single: null };
  }

  private async document(
    em: EntityManager,
    { path }: Place,
    language: string | null,
  ): Promise<EnrichedElement | null> {
    const element = await loadLiveDocument(em, path, this.clock.now());
    if (element?.isOpen !== true) return null;
    return { element, enrichment: await enrich(em, element, language) };
  }

  /** The page or zone; for a page that is recognized by its zones these. */
  private async parts(
    em: EntityManager,
    { id, type, path }: Place,
    language: string | null,
  ): Promise<readonly EnrichedElement[]> {
    const itself = await this.enrichments.at(path, language);
    if (itself !== null || type !== 'Image') return itself === null ? [] : [itself];
    const zones = await readRows<{ readonly path: string }>(
      em,
      'select path from node where parent_id = ? and type = ? order by "order", id',
      [id, 'Zone'],
    );
    const shown: EnrichedElement[] = [];
    for (const zone of zones) {
      const each = await this.enrichments.at(zone.path, language);
      if (each !== null && each.enrichment.actions.length > 0) shown.push(each);
    }
    return shown;
  }

  /** An action in its own language, with the element that offers it. */
  private async action(
    em: EntityManager,
    node: Node,
    actionId: string,
  ): Promise<{ readonly action: EnrichedActionView; readonly part: EnrichedElement } | null> {
    const action = await em.findOne(Action, { id: actionId });
    if (action?.nodeId !== node.id) return null;
    const { languageCode } = action;
    const target = await this.shown(em, node, node.organizationId, languageCode);
    for (const part of target?.parts ?? []) {
      const found = part.enrichment.actions.find(({ id }) => id === actionId);
      if (found !== undefined) return { action: found, part };
    }
    return null;
  }
}

async function pageOf(em: EntityManager, document: Node, order: number): Promise<Place | null> {
  if (document.type !== 'Document') return null;
  return em.findOne(Node, { parentId: document.id, type: 'Image', order });
}

/** Pages that are recognized, or have a zone that is. */
async function offeredPages(
  em: EntityManager,
  { document, moment }: LiveElement,
): Promise<readonly OfferedPage[]> {
  const rows = await readRows<{
    readonly id: string;
    readonly order: number;
    readonly time_window: string | null;
  }>(
    em,
    `select n.id, n."order", i.time_window from node n join image i on i.id = n.id
      where n.parent_id = ? and (i.status = 'Active' or exists (
        select 1 from node zn join zone z on z.id = zn.id where zn.parent_id = n.id and z.status = 'Active'))
      order by n."order", n.id limit ?`,
    [document.id, MOST_PAGES],
  );
  const open = rows.filter(({ time_window: window }) => moment.shows(window));
  const thumbnails = await thumbnailsOf(em, open);
  return open.map(({ id, order }) => ({ order, thumbnailFileId: thumbnails.get(id) ?? null }));
}

async function thumbnailsOf(
  em: EntityManager,
  pages: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (pages.length === 0) return new Map();
  const ids = pages.map(({ id }) => id);
  const files = await readRows<{ readonly id: string; readonly owner_id: string }>(
    em,
    `select id, owner_id from stored_file where owner_id in (${marks(ids)}) and kind = 'SmallThumbnail' order by id`,
    ids,
  );
  return new Map(files.map(({ id, owner_id: owner }) => [owner, id]));
}
