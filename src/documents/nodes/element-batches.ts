/**
 * Elements of the tree, many at once, each with the right to it asked for on its own: what a screen full of elements
 * needs costs as many looks into the database as it has kinds of elements, however many there are.
 *
 * Every answer is in the order of what was asked for and holds, for what may not be had, the reason why.
 */
import { isWithinReach } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import type { Keyset, KeysetValue } from '../../db/keyset.js';
import { LoupeError, notFound } from '../../kernel/errors.js';
import { countPictures } from '../../pictures/picture.reader.js';
import { type ChildPageRequest, type ChildPages, type ChildrenRequest, operationFor } from './child-pages.js';
import type { DocumentReader } from '../document-reader.js';
import { listFiles } from '../file.reader.js';
import { toFolderView } from './folder.service.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { Node, type NodeType } from '../../tree/node.entity.js';
import { idsOnPath } from '../../tree/node-path.js';
import { compareSiblings, readSiblingsOfEach } from './sibling-rows.js';
import { toNodeView } from './node.service.js';
import type { OrganizationReader } from '../../organizations/organization.reader.js';
import { Organization } from '../../organizations/organization.entity.js';
import type {
  DocumentView,
  FileView,
  FolderView,
  ImageView,
  NodeView,
  OrganizationView,
  ZoneView,
} from '../views.js';
import { readZones } from '../zones/zone.reader.js';

export type Each<T> = readonly (T | LoupeError)[];

type Views<T> = (em: EntityManager, nodes: readonly Node[], viewer: Viewer) => Promise<readonly T[]>;

export interface ElementBatchesParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly documents: DocumentReader;
  readonly organizations: OrganizationReader;
  readonly pages: ChildPages;
}

export class ElementBatches {
  constructor(private readonly parts: ElementBatchesParts) {}

  async nodes(viewer: Viewer, ids: readonly string[]): Promise<Each<NodeView>> {
    const em = this.parts.database.reader();
    const nodes = await this.parts.guarded.requireEach(em, viewer, 'node:read', ids);
    return nodes.map((node) => (node instanceof LoupeError ? node : toNodeView(node)));
  }

  async organizations(viewer: Viewer, ids: readonly string[]): Promise<Each<OrganizationView>> {
    return this.byId(viewer, ids, 'Organization', this.organizationViews);
  }

  async folders(viewer: Viewer, ids: readonly string[]): Promise<Each<FolderView>> {
    return this.byId(viewer, ids, 'Folder', folderViews);
  }

  async documents(viewer: Viewer, ids: readonly string[]): Promise<Each<DocumentView>> {
    return this.byId(viewer, ids, 'Document', this.documentViews);
  }

  async images(viewer: Viewer, ids: readonly string[]): Promise<Each<ImageView>> {
    return this.byId(viewer, ids, 'Image', this.imageViews);
  }

  async zones(viewer: Viewer, ids: readonly string[]): Promise<Each<ZoneView>> {
    return this.byId(viewer, ids, 'Zone', readZones);
  }

  /** The pages of each document, in order. */
  async imagesOf(viewer: Viewer, documentIds: readonly string[]): Promise<Each<readonly ImageView[]>> {
    return this.below(viewer, documentIds, 'Document', 'Image', this.imageViews);
  }

  /** A part of the pages of each document, in their order; of the wanted parts alone is more read than ids and names. */
  async imageParts(
    viewer: Viewer,
    requests: readonly { readonly documentId: string; readonly keyset: Keyset }[],
  ): Promise<Each<readonly ImageView[]>> {
    const em = this.parts.database.reader();
    const ids = requests.map(({ documentId }) => documentId);
    const documents = await this.parts.guarded.requireEach(em, viewer, 'content:read', ids, 'Document');
    const children = await childrenOf(em, documents, 'Image');
    const parts = documents.map((document, index) =>
      document instanceof LoupeError
        ? document
        : partOf(children.get(document.id) ?? [], requests[index]?.keyset),
    );
    const wanted = parts.flatMap((part) => (part instanceof LoupeError ? [] : [...part]));
    const byId = await viewsById(em, viewer, wanted, this.imageViews);
    return parts.map((part) => (part instanceof LoupeError ? part : picked(part, byId)));
  }

  /** The zones of each page, in order. */
  async zonesOf(viewer: Viewer, imageIds: readonly string[]): Promise<Each<readonly ZoneView[]>> {
    return this.below(viewer, imageIds, 'Image', 'Zone', readZones);
  }

  /** The files of each document, of its pages and of its zones, oldest first. */
  async filesOf(viewer: Viewer, documentIds: readonly string[]): Promise<Each<readonly FileView[]>> {
    const em = this.parts.database.reader();
    const nodes = await this.parts.guarded.requireEach(em, viewer, 'content:read', documentIds, 'Document');
    const known = nodes.flatMap((node) => (node instanceof LoupeError ? [] : [node.id]));
    const files = await listFiles(em, known);
    return nodes.map((node) => (node instanceof LoupeError ? node : (files.get(node.id) ?? [])));
  }

  /** How many pictures each organization has; null for those that are not in Pictures mode. */
  async picturesCountOf(viewer: Viewer, organizationIds: readonly string[]): Promise<Each<number | null>> {
    const em = this.parts.database.reader();
    const nodes = await this.parts.guarded.requireEach(
      em,
      viewer,
      'content:read',
      organizationIds,
      'Organization',
    );
    const ids = nodes.flatMap((node) => (node instanceof LoupeError ? [] : [node.id]));
    const organizations = await em.find(Organization, { id: { $in: ids } });
    const counts = await countPictures(em, organizations);
    const byId = new Map(organizations.map(({ id }, index) => [id, counts[index] ?? null]));
    return nodes.map((node) => (node instanceof LoupeError ? node : (byId.get(node.id) ?? null)));
  }

  /** Of each element, the elements from the viewer's own organization (the root for the operator) down to it. */
  async pathsOf(viewer: Viewer, ids: readonly string[]): Promise<Each<readonly NodeView[]>> {
    const em = this.parts.database.reader();
    const nodes = await this.parts.guarded.requireEachPlace(em, viewer, 'node:read', ids);
    const wanted = nodes.flatMap((node) => (node instanceof LoupeError ? [] : idsOnPath(node.path)));
    const byId = new Map<string, Node>();
    await eachPart([...new Set(wanted)], async (part) => {
      for (const node of await em.find(Node, { id: { $in: part } })) byId.set(node.id, node);
    });
    return nodes.map((node) =>
      node instanceof LoupeError
        ? node
        : idsOnPath(node.path).flatMap((id) => {
            const ancestor = byId.get(id);
            return ancestor !== undefined && isWithinReach(viewer, ancestor) ? toNodeView(ancestor) : [];
          }),
    );
  }

  /** The children of each element, or those of one kind, in the order of the tree. */
  async childrenOf(
    viewer: Viewer,
    requests: readonly { readonly id: string; readonly type: NodeType | null }[],
  ): Promise<Each<readonly NodeView[]>> {
    const em = this.parts.database.reader();
    const ids = requests.map(({ id }) => id);
    const parents = await this.parts.guarded.requireEachPlace(em, viewer, 'node:read', ids);
    const children = await readSiblingsOfEach(this.parts.database, foundIds(parents));
    return parents.map((parent, index) => {
      if (parent instanceof LoupeError) return parent;
      const type = requests[index]?.type ?? null;
      const all = children.get(parent.id) ?? [];
      return (type === null ? all : all.filter((child) => child.type === type)).map(toNodeView);
    });
  }

  async organizationPages(
    viewer: Viewer,
    requests: readonly ChildPageRequest[],
  ): Promise<Each<readonly OrganizationView[]>> {
    return this.pages(viewer, requests, this.organizationViews);
  }

  async folderPages(
    viewer: Viewer,
    requests: readonly ChildPageRequest[],
  ): Promise<Each<readonly FolderView[]>> {
    return this.pages(viewer, requests, folderViews);
  }

  async documentPages(
    viewer: Viewer,
    requests: readonly ChildPageRequest[],
  ): Promise<Each<readonly DocumentView[]>> {
    return this.pages(viewer, requests, this.documentViews);
  }

  async countChildren(viewer: Viewer, requests: readonly ChildrenRequest[]): Promise<Each<number>> {
    return this.parts.pages.count(this.parts.database.reader(), viewer, requests);
  }

  private readonly organizationViews: Views<OrganizationView> = (em, nodes, viewer) =>
    this.parts.organizations.views(em, viewer, nodes);

  private readonly documentViews: Views<DocumentView> = (em, nodes) =>
    this.parts.documents.documents(em, nodes);

  private readonly imageViews: Views<ImageView> = (em, nodes) => this.parts.documents.images(em, nodes);

  private async byId<T extends { readonly id: string }>(
    viewer: Viewer,
    ids: readonly string[],
    type: NodeType,
    views: Views<T>,
  ): Promise<Each<T>> {
    const em = this.parts.database.reader();
    const nodes = await this.parts.guarded.requireEach(em, viewer, operationFor({ type }), ids, type);
    const byId = await viewsById(em, viewer, nodes, views);
    return nodes.map((node) =>
      node instanceof LoupeError ? node : (byId.get(node.id) ?? notFound(`${type} ${node.id}`)),
    );
  }

  private async below<T extends { readonly id: string }>(
    viewer: Viewer,
    parentIds: readonly string[],
    parentType: NodeType,
    type: NodeType,
    views: Views<T>,
  ): Promise<Each<readonly T[]>> {
    const em = this.parts.database.reader();
    const parents = await this.parts.guarded.requireEach(em, viewer, 'content:read', parentIds, parentType);
    const children = await childrenOf(em, parents, type);
    const byId = await viewsById(em, viewer, [...children.values()].flat(), views);
    return parents.map((parent) =>
      parent instanceof LoupeError ? parent : picked(children.get(parent.id) ?? [], byId),
    );
  }

  private async pages<T extends { readonly id: string }>(
    viewer: Viewer,
    requests: readonly ChildPageRequest[],
    views: Views<T>,
  ): Promise<Each<readonly T[]>> {
    const em = this.parts.database.reader();
    const pages = await this.parts.pages.read(em, viewer, requests);
    const nodes = pages.flatMap((page) => (page instanceof LoupeError ? [] : [...page]));
    const byId = await viewsById(em, viewer, nodes, views);
    return pages.map((page) => (page instanceof LoupeError ? page : picked(page, byId)));
  }
}

const folderViews: Views<FolderView> = async (_em, nodes) => nodes.map(toFolderView);

function foundIds(nodes: readonly ({ readonly id: string } | LoupeError)[]): readonly string[] {
  return nodes.flatMap((node) => (node instanceof LoupeError ? [] : [node.id]));
}

async function childrenOf(
  em: EntityManager,
  parents: readonly (Node | LoupeError)[],
  type?: NodeType,
): Promise<ReadonlyMap<string, readonly Node[]>> {
  const ids = foundIds(parents);
  if (ids.length === 0) return new Map();
  const found = await em.find(Node, { parentId: { $in: [...ids] }, ...(type === undefined ? {} : { type }) });
  const byParent = new Map<string, Node[]>();
  for (const node of found.sort(compareSiblings)) {
    const siblings = byParent.get(node.parentId ?? '');
    if (siblings === undefined) byParent.set(node.parentId ?? '', [node]);
    else siblings.push(node);
  }
  return byParent;
}

/** Place of a page among those of its document, as cursors hold it. */
export const pageKeysetValues = ({ order, id }: Pick<Node, 'order' | 'id'>) => [order, id] as const;

/** The part of sorted pages that a keyset asks for; from the end in reverse, as databases answer. */
function partOf(pages: readonly Node[], keyset: Keyset | undefined): readonly Node[] {
  if (keyset === undefined) return pages;
  const { after, before, limit, isInverted } = keyset;
  const compared = (page: Node, [order, id = '']: readonly KeysetValue[]) =>
    page.order - Number(order) || (page.id === id ? 0 : page.id < String(id) ? -1 : 1);
  const between = pages.filter(
    (page) =>
      (after === null || compared(page, after) > 0) && (before === null || compared(page, before) < 0),
  );
  return (isInverted ? between.toReversed() : between).slice(0, limit);
}

async function viewsById<T extends { readonly id: string }>(
  em: EntityManager,
  viewer: Viewer,
  nodes: readonly (Node | LoupeError)[],
  views: Views<T>,
): Promise<ReadonlyMap<string, T>> {
  const distinct = new Map(nodes.flatMap((node) => (node instanceof LoupeError ? [] : [[node.id, node]])));
  if (distinct.size === 0) return new Map();
  return new Map((await views(em, [...distinct.values()], viewer)).map((view) => [view.id, view]));
}

function picked<T>(nodes: readonly Node[], byId: ReadonlyMap<string, T>): readonly T[] {
  return nodes.flatMap((node) => byId.get(node.id) ?? []);
}
