/** Pages of the children of many elements at once. */
import { raw } from '@mikro-orm/core';
import type { Viewer } from '../../access/viewer.js';
import type { EntityManager } from '../../db/database.js';
import { firstOfEach } from '../../db/first-of-each.js';
import { type Keyset, keysetQuery } from '../../db/keyset.js';
import { LoupeError } from '../../kernel/errors.js';
import { countChildren } from './element-counts.js';
import { foldText } from '../../kernel/text-fold.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { ActivityStatus } from '../document.entity.js';
import { Node, type NodeType } from '../../tree/node.entity.js';
import { inSubtree, type NodeOrder, nodeKeysetOrder } from '../../tree/node-path.js';

export interface ChildrenRequest {
  readonly parentId: string;
  readonly type: NodeType;
  readonly order: NodeOrder;
  /** Also what lies deeper. */
  readonly isRecursive?: boolean;
  /** Part of the name, with or without its accents and in any case of letters. */
  readonly nameContains?: string;
  /** Of documents. */
  readonly status?: ActivityStatus | null;
  readonly modifiedSince?: Date | null;
}

export interface ChildPageRequest extends ChildrenRequest {
  readonly keyset: Keyset;
}

export class ChildPages {
  constructor(private readonly guarded: GuardedNodes) {}

  /** In the order of the requests: the nodes of the page, or why the parent may not be had. */
  async read(
    em: EntityManager,
    viewer: Viewer,
    requests: readonly ChildPageRequest[],
  ): Promise<readonly (readonly Node[] | LoupeError)[]> {
    const parents = await this.parents(em, viewer, requests);
    const batches = new Map<string, string[]>();
    const pages: (Promise<readonly Node[]> | LoupeError | string)[] = requests.map((request, index) => {
      const parent = parents[index];
      if (parent === undefined || parent instanceof LoupeError)
        return parent ?? new LoupeError('NOT_FOUND', '');
      if (!isBatchable(request)) return readOne(em, parent, request);
      const key = batchKey(request);
      batches.set(key, [...(batches.get(key) ?? []), parent.id]);
      return key;
    });
    const ranked = new Map<string, Promise<ReadonlyMap<string, readonly Node[]>>>();
    for (const [key, parentIds] of batches) {
      const request = requests.find((each) => isBatchable(each) && batchKey(each) === key);
      if (request !== undefined) ranked.set(key, readFirst(em, parentIds, request));
    }
    return Promise.all(
      pages.map(async (page, index) => {
        if (typeof page !== 'string') return page;
        const parent = parents[index];
        const byParent = await ranked.get(page);
        return (parent instanceof LoupeError ? undefined : byParent?.get(parent?.id ?? '')) ?? [];
      }),
    );
  }

  /** In the order of the requests: how many there are on all pages. */
  async count(
    em: EntityManager,
    viewer: Viewer,
    requests: readonly ChildrenRequest[],
  ): Promise<readonly (number | LoupeError)[]> {
    const parents = await this.parents(em, viewer, requests);
    const counts = new Map<NodeType, ReadonlyMap<string, number>>();
    for (const type of new Set(requests.filter(isDirect).map((request) => request.type))) {
      const ids = requests
        .filter((request) => request.type === type)
        .map(({ parentId }) => parentId.toLowerCase());
      counts.set(type, await countChildren(em, ids, type));
    }
    return Promise.all(
      requests.map(async (request, index) => {
        const parent = parents[index];
        if (parent === undefined || parent instanceof LoupeError) return parent ?? 0;
        if (!isDirect(request)) return em.count(Node, below(parent, request));
        return counts.get(request.type)?.get(parent.id) ?? 0;
      }),
    );
  }

  /** The parent of each request, or why it may not be had: folders are names of places, the rest is content. */
  private parents(em: EntityManager, viewer: Viewer, requests: readonly ChildrenRequest[]) {
    return this.guarded.requireEach(
      em,
      viewer,
      (index) => operationFor(requests[index] ?? { type: 'Document' }),
      requests.map(({ parentId }) => parentId),
    );
  }
}

export const operationFor = ({ type }: { readonly type: NodeType }) =>
  type === 'Organization' || type === 'Folder' ? 'node:read' : 'content:read';

function isDirect({ isRecursive, nameContains, status, modifiedSince }: ChildrenRequest): boolean {
  return isRecursive !== true && (nameContains ?? '') === '' && status == null && modifiedSince == null;
}

/** First pages of direct children look the same for every parent. */
function isBatchable(request: ChildPageRequest): boolean {
  return isDirect(request) && request.keyset.after === null && request.keyset.before === null;
}

function batchKey({ type, order, keyset }: ChildPageRequest): string {
  return JSON.stringify([type, order.field, order.direction, keyset.limit, keyset.isInverted]);
}

/** @returns a condition for what lies below the parent and fits the filters */
function below(parent: Node, request: ChildrenRequest) {
  const { type, isRecursive, nameContains, status, modifiedSince } = request;
  const isDeep = isRecursive === true;
  const place = isDeep ? { path: inSubtree(parent.path), id: { $ne: parent.id } } : { parentId: parent.id };
  const text = nameContains ?? '';
  return {
    type,
    ...place,
    ...(text === '' ? {} : hasInName(text)),
    ...(modifiedSince == null ? {} : { dateModified: { $gte: modifiedSince } }),
    ...(status == null
      ? {}
      : { [raw('(id in (select id from document where status = ?))', [status])]: true }),
  };
}

function hasInName(text: string) {
  const pattern = `%${foldText(text).replace(/[!%_]/g, '!$&')}%`;
  return { [raw("(name_folded like ? escape '!')", [pattern])]: true };
}

async function readOne(em: EntityManager, parent: Node, request: ChildPageRequest): Promise<readonly Node[]> {
  const { where, orderBy, limit } = keysetQuery(nodeKeysetOrder(request.order), request.keyset);
  return em.find(Node, { $and: [below(parent, request), where] }, { orderBy, limit });
}

async function readFirst(
  em: EntityManager,
  parentIds: readonly string[],
  { type, order, keyset }: ChildPageRequest,
): Promise<ReadonlyMap<string, readonly Node[]>> {
  return firstOfEach(em, Node, {
    group: 'parentId',
    groupIds: parentIds,
    where: [{ property: 'type', operator: '=', value: type }],
    order: nodeKeysetOrder(order),
    isInverted: keyset.isInverted,
    limit: keyset.limit,
  });
}
