/**
 * Titles, actions and what else belongs to elements, of many elements at once, each with the right to it asked for on
 * its own. Answers are in the order of the ids and hold, for what may not be had, the reason why.
 */
import type { Viewer } from '../access/viewer.js';
import type { Database, EntityManager } from '../db/database.js';
import { LoupeError, notFound } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import type { FileStore } from '../media/blobs/file-store.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import type { Node } from '../tree/node.entity.js';
import { idsOnPath } from '../tree/node-path.js';
import { Action } from './actions/action.entity.js';
import { compareActions } from './actions/action.rules.js';
import { compareText } from '../kernel/text-fold.js';
import { toActionView } from './actions/action.service.js';
import { DocumentLanguage } from './languages/document-language.entity.js';
import { Icon } from './icons/icon.entity.js';
import { toIconView } from './icons/icon.service.js';
import { Property } from './properties/property.entity.js';
import { toPropertyView } from './properties/property.service.js';
import { Title } from './titles/title.entity.js';
import { toTitleView } from './titles/title.service.js';
import type { ActionView, IconView, PropertyView, TitleView } from './views.js';

export type Each<T> = readonly (T | LoupeError)[];

export class ContentBatches {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
    private readonly files: FileStore,
  ) {}

  /** The own titles of each element, by language. */
  async titlesOf(viewer: Viewer, nodeIds: readonly string[]): Promise<Each<readonly TitleView[]>> {
    return this.of(viewer, nodeIds, async (em, ids) => {
      const found = await em.find(Title, { nodeId: { $in: ids } }, { orderBy: { languageCode: 'asc' } });
      return found.map((title) => [title.nodeId, toTitleView(title)]);
    });
  }

  /** The own actions of each element: by language, then as readers see them. */
  async actionsOf(viewer: Viewer, nodeIds: readonly string[]): Promise<Each<readonly ActionView[]>> {
    return this.of(viewer, nodeIds, async (em, ids) => {
      const found = await em.find(Action, { nodeId: { $in: ids } });
      found.sort((a, b) => compareText(a.languageCode, b.languageCode) || compareActions(a, b));
      return found.map((action) => [action.nodeId, toActionView(action)]);
    });
  }

  /** The own icons of each element, by name. */
  async iconsOf(viewer: Viewer, nodeIds: readonly string[]): Promise<Each<readonly IconView[]>> {
    return this.of(viewer, nodeIds, async (em, ids) => {
      const found = await em.find(Icon, { nodeId: { $in: ids } }, { orderBy: { name: 'asc', id: 'asc' } });
      const views = await this.iconViews(em, found);
      return found.flatMap((icon) => {
        const view = views.get(icon.id);
        return view === undefined ? [] : [[icon.nodeId, view]];
      });
    });
  }

  /** The icons of the elements above each element, from the top down; of one element by name. */
  async inheritedIconsOf(viewer: Viewer, nodeIds: readonly string[]): Promise<Each<readonly IconView[]>> {
    const em = this.database.reader();
    const nodes = await this.guarded.requireEach(em, viewer, 'content:read', nodeIds);
    const aboveOf = (node: Node) => idsOnPath(node.path).slice(0, -1);
    const above = [...new Set(nodes.flatMap((node) => (node instanceof LoupeError ? [] : aboveOf(node))))];
    const where = { nodeId: { $in: above } };
    const found = await em.find(Icon, where, { orderBy: { name: 'asc', id: 'asc' } });
    const views = await this.iconViews(em, found);
    return nodes.map((node) =>
      node instanceof LoupeError
        ? node
        : aboveOf(node).flatMap((nodeId) =>
            found.filter((icon) => icon.nodeId === nodeId).flatMap(({ id }) => views.get(id) ?? []),
          ),
    );
  }

  /** The own properties of each element, by type and name. */
  async propertiesOf(viewer: Viewer, nodeIds: readonly string[]): Promise<Each<readonly PropertyView[]>> {
    return this.of(viewer, nodeIds, async (em, ids) => {
      const orderBy = { type: 'asc', name: 'asc' } as const;
      const found = await em.find(Property, { nodeId: { $in: ids } }, { orderBy });
      return found.map((property) => [property.nodeId, toPropertyView(property)]);
    });
  }

  /** Codes of the languages that each document is offered in. */
  async languagesOf(viewer: Viewer, documentIds: readonly string[]): Promise<Each<readonly string[]>> {
    return this.of(viewer, documentIds, async (em, ids) => {
      const orderBy = { languageCode: 'asc' } as const;
      const found = await em.find(DocumentLanguage, { documentId: { $in: ids } }, { orderBy });
      return found.map(({ documentId, languageCode }) => [documentId, languageCode]);
    });
  }

  async actions(viewer: Viewer, ids: readonly string[]): Promise<Each<ActionView>> {
    const em = this.database.reader();
    const found = await em.find(Action, { id: { $in: known(ids) } });
    return this.guardedById(em, viewer, ids, found, 'Action', (action) => toActionView(action));
  }

  async icons(viewer: Viewer, ids: readonly string[]): Promise<Each<IconView>> {
    const em = this.database.reader();
    const found = await em.find(Icon, { id: { $in: known(ids) } });
    const views = await this.iconViews(em, found);
    return this.guardedById(
      em,
      viewer,
      ids,
      found,
      'Icon',
      ({ id }) => views.get(id) ?? notFound(`Icon ${id}`),
    );
  }

  async titles(viewer: Viewer, ids: readonly string[]): Promise<Each<TitleView>> {
    const em = this.database.reader();
    const found = await em.find(Title, { id: { $in: known(ids) } });
    return this.guardedById(em, viewer, ids, found, 'Title', (title) => toTitleView(title));
  }

  async properties(viewer: Viewer, ids: readonly string[]): Promise<Each<PropertyView>> {
    const em = this.database.reader();
    const found = await em.find(Property, { id: { $in: known(ids) } });
    return this.guardedById(em, viewer, ids, found, 'Property', (property) => toPropertyView(property));
  }

  private async of<T>(
    viewer: Viewer,
    nodeIds: readonly string[],
    read: (em: EntityManager, nodeIds: string[]) => Promise<readonly [nodeId: string, item: T][]>,
  ): Promise<Each<readonly T[]>> {
    const em = this.database.reader();
    const nodes = await this.guarded.requireEach(em, viewer, 'content:read', nodeIds);
    const ids = [...new Set(nodes.flatMap((node) => (node instanceof LoupeError ? [] : [node.id])))];
    const byNode = new Map<string, T[]>(ids.map((id) => [id, []]));
    const items = ids.length === 0 ? [] : await read(em, ids);
    for (const [nodeId, item] of items) byNode.get(nodeId)?.push(item);
    return nodes.map((node) => (node instanceof LoupeError ? node : (byNode.get(node.id) ?? [])));
  }

  private async guardedById<Row extends { readonly id: string; readonly nodeId: string }, View>(
    em: EntityManager,
    viewer: Viewer,
    ids: readonly string[],
    found: readonly Row[],
    type: string,
    toView: (row: Row) => View | LoupeError,
  ): Promise<Each<View>> {
    const byId = new Map(found.map((row) => [row.id, row]));
    const nodeIds = ids.map((id) => byId.get(id.toLowerCase())?.nodeId ?? '');
    const nodes: readonly (Node | LoupeError)[] = await this.guarded.requireEach(
      em,
      viewer,
      'content:read',
      nodeIds,
    );
    return ids.map((id, index) => {
      const row = byId.get(id.toLowerCase());
      const node = nodes[index];
      if (node instanceof LoupeError && node.code !== 'NOT_FOUND') return node;
      // The element that it belongs to is nothing that the caller asked for.
      if (row === undefined || node === undefined || node instanceof LoupeError)
        return notFound(`${type} ${shown(id)}`);
      return toView(row);
    });
  }

  private async iconViews(em: EntityManager, icons: readonly Icon[]): Promise<ReadonlyMap<string, IconView>> {
    const files = await this.files.ownedBy(
      em,
      icons.map(({ id }) => id),
      ['Icon'],
    );
    const fileOf = new Map(files.map((file) => [file.ownerId, file.id]));
    return new Map(
      icons.flatMap((icon) => {
        const fileId = fileOf.get(icon.id);
        return fileId === undefined ? [] : [[icon.id, toIconView(icon, fileId)]];
      }),
    );
  }
}

function known(ids: readonly string[]): string[] {
  return [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
}
