/** Short addresses of documents, pages, zones and actions: made, led elsewhere, listed and removed by those who may change the content. */
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Viewer } from '../access/viewer.js';
import { nameOf, type OperationLog } from '../audit/operation-log.js';
import { Action } from '../content/actions/action.entity.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { type Keyset, keysetQuery, type KeysetOrder } from '../db/keyset.js';
import { readRows } from '../db/rows.js';
import { badInput, notFound } from '../kernel/errors.js';
import { addressesOfRules } from '../kernel/rules/address-rules.js';
import { isId, newId } from '../kernel/ids.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import { idsOnPath, inSubtree } from '../tree/node-path.js';
import { Node } from '../tree/node.entity.js';
import { type LinkType, requireGtin } from './digital-link.rules.js';
import { openingOf, type OpeningOptions } from './open-target.js';
import { ShortAddress } from './short-address.entity.js';
import { chosenCode, newCode } from './short-code.js';

/** Of a document with all that it holds. */
const MOST_ADDRESSES = 1000;
/** Codes by chance that are tried. With billions of them more than one is an accident. */
const TRIES = 8;

/** An element or one of its actions. */
export interface AddressTarget {
  readonly elementId?: string | null | undefined;
  readonly actionId?: string | null | undefined;
}

export interface NewShortAddress extends AddressTarget {
  /** null for one by chance. */
  readonly code?: string | null | undefined;
  readonly gtin?: string | null | undefined;
  readonly linkType?: LinkType | null | undefined;
}

export interface ShortAddressServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly allowsPrivate: boolean;
}

const oldestFirst: KeysetOrder<ShortAddress> = [{ property: 'id', direction: 'asc' }];

export class ShortAddressService {
  constructor(private readonly parts: ShortAddressServiceParts) {}

  /** Those of a document, page or zone and of all that is in it. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async page(viewer: Viewer, elementId: string, keyset: Keyset): Promise<readonly ShortAddress[]> {
    const em = this.parts.database.reader();
    const { path } = await this.parts.guarded.require(em, viewer, 'content:read', elementId);
    const { where, orderBy, limit } = keysetQuery(oldestFirst, keyset);
    return em.find(ShortAddress, { $and: [await within(em, path), where] }, { orderBy, limit });
  }

  /** @throws LoupeError as `page` */
  async count(viewer: Viewer, elementId: string): Promise<number> {
    const em = this.parts.database.reader();
    const { path } = await this.parts.guarded.require(em, viewer, 'content:read', elementId);
    return em.count(ShortAddress, await within(em, path));
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN */
  async find(viewer: Viewer, id: string): Promise<ShortAddress> {
    return (await this.require(this.parts.database.reader(), viewer, 'content:read', id)).address;
  }

  /**
   * @param own what addresses of this server begin with
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT: for a code or link that is taken, and a target that nobody may be led to
   */
  async create(viewer: Viewer, given: NewShortAddress, own: readonly string[]): Promise<ShortAddress> {
    return twiceIfTaken(() =>
      this.parts.database.transaction(async ({ em }) => {
        const place = await this.target(em, viewer, given, own);
        await this.requireRoom(em, place.node, 1);
        const code = given.code == null ? await freeCode(em) : await untakenCode(em, given.code);
        const link = await untakenLink(em, given);
        return this.make(em, viewer, place, { code, ...link });
      }),
    );
  }

  /**
   * Makes one for each page of a document that has none.
   *
   * @returns the new ones, in the order of the pages
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
   */
  async createOfPages(viewer: Viewer, documentId: string): Promise<readonly ShortAddress[]> {
    const { database, guarded } = this.parts;
    return database.transaction(async ({ em }) => {
      const document = await guarded.requireOfType(em, viewer, 'content:write', documentId, 'Document');
      const where = { parentId: document.id, type: 'Image' } as const;
      const pages = await em.find(Node, where, { orderBy: { order: 'asc', id: 'asc' } });
      const known = await em.find(ShortAddress, {
        elementId: { $in: pages.map(({ id }) => id) },
        actionId: null,
      });
      const missing = pages.filter(({ id }) => known.every(({ elementId }) => elementId !== id));
      await this.requireRoom(em, document, missing.length);
      const made: ShortAddress[] = [];
      for (const node of missing) {
        const code = await freeCode(em);
        made.push(this.make(em, viewer, { node, actionId: null }, { code, gtin: null, linkType: null }));
      }
      return made;
    });
  }

  /** Leads an address elsewhere: what is printed stays good. @throws LoupeError as `create` */
  async change(
    viewer: Viewer,
    id: string,
    given: AddressTarget,
    own: readonly string[],
  ): Promise<ShortAddress> {
    const { database, clock, operations } = this.parts;
    return database.transaction(async ({ em }) => {
      const { address, node } = await this.require(em, viewer, 'content:write', id);
      const place = await this.target(em, viewer, given, own);
      // Print of one publisher never leads to another one.
      if (place.node.organizationId !== node.organizationId)
        throw badInput('elementId', 'must belong to the same organization');
      address.elementId = place.node.id;
      address.actionId = place.actionId;
      address.dateModified = clock.now();
      operations.write(em, viewer, 'shortAddress:write', place.node);
      return address;
    });
  }

  /** Ends an address for good: its code leads nowhere any more. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async remove(viewer: Viewer, id: string): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const { address, node } = await this.require(em, viewer, 'content:write', id);
      this.parts.operations.write(em, viewer, 'shortAddress:delete', node);
      em.remove(address);
    });
  }

  private make(
    em: EntityManager,
    viewer: Viewer,
    { node, actionId }: Target,
    named: Pick<ShortAddress, 'code' | 'gtin' | 'linkType'>,
  ): ShortAddress {
    const now = this.parts.clock.now();
    this.parts.operations.write(em, viewer, 'shortAddress:create', node);
    return em.create(ShortAddress, {
      id: newId(),
      ...named,
      elementId: node.id,
      actionId,
      visits: 0,
      dateVisited: null,
      user: nameOf(viewer),
      dateCreated: now,
      dateModified: now,
    });
  }

  private async target(
    em: EntityManager,
    viewer: Viewer,
    { elementId, actionId }: AddressTarget,
    own: readonly string[],
  ): Promise<Target> {
    if ((elementId == null) === (actionId == null))
      throw badInput('elementId', 'give either elementId or actionId');
    const { guarded, allowsPrivate } = this.parts;
    if (actionId == null) {
      const node = await guarded.require(em, viewer, 'content:write', elementId ?? '');
      requireReadable(node);
      return { node, actionId: null };
    }
    const action = isId(actionId) ? await em.findOne(Action, { id: actionId.toLowerCase() }) : null;
    const what = `Action ${shown(actionId)}`;
    const node = await guarded.requireFor(em, viewer, 'content:write', action?.nodeId ?? null, what);
    if (action === null) throw notFound(what);
    requireReadable(node);
    if (!action.isValid)
      throw badInput('actionId', 'names an action whose content breaks the rules of its type');
    requireOpen(action, { own, allowsPrivate });
    return { node, actionId: action.id };
  }

  private async requireRoom(em: EntityManager, node: Node, more: number): Promise<void> {
    const document = await em.findOneOrFail(Node, {
      id: { $in: [...idsOnPath(node.path)] },
      type: 'Document',
    });
    const count = await em.count(ShortAddress, await within(em, document.path));
    if (count + more > MOST_ADDRESSES)
      throw badInput('elementId', `belongs to a document that may have ${MOST_ADDRESSES} short addresses`);
  }

  private async require(
    em: EntityManager,
    viewer: Viewer,
    operation: 'content:read' | 'content:write',
    id: string,
  ): Promise<{ readonly address: ShortAddress; readonly node: Node }> {
    const what = `Short address ${shown(id)}`;
    const address = isId(id) ? await em.findOne(ShortAddress, { id: id.toLowerCase() }) : null;
    const elementId = address?.elementId ?? null;
    const node = await this.parts.guarded.requireFor(em, viewer, operation, elementId, what);
    if (address === null) throw notFound(what);
    return { address, node };
  }
}

/** Somebody takes the same code at once: the second one finds it taken. */
async function twiceIfTaken<Made>(work: () => Promise<Made>): Promise<Made> {
  return work().catch((error: unknown) => {
    if (error instanceof UniqueConstraintViolationException) return work();
    throw error;
  });
}

interface Target {
  readonly node: Node;
  readonly actionId: string | null;
}

function requireReadable({ type }: Node): void {
  if (type === 'Document' || type === 'Image' || type === 'Zone') return;
  throw badInput('elementId', 'must be a document, a page or a zone');
}

function requireOpen(action: Action, options: OpeningOptions): void {
  const others = addressesOfRules(action.rules).map((url) => ({
    name: action.name,
    type: 'URL' as const,
    content: JSON.stringify({ Url: url }),
  }));
  if ([action, ...others].every((each) => openingOf(each, options).kind !== 'refused')) return;
  throw badInput(
    'actionId',
    'opens an address that a short address cannot lead to: one of a private network, or a short address',
  );
}

/** The addresses of a subtree, of which a document has a bounded number. */
async function within(em: EntityManager, path: string) {
  const rows = await readRows<{ readonly id: string }>(
    em,
    'select s.id from short_address s join node n on n.id = s.element_id where n.path like ?',
    [inSubtree(path).$like],
  );
  return { id: { $in: rows.map(({ id }) => id) } };
}

async function freeCode(em: EntityManager): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const code = newCode();
    if ((await em.count(ShortAddress, { code })) === 0) return code;
  }
  throw badInput('code', 'could not be chosen; give one');
}

async function untakenCode(em: EntityManager, given: string): Promise<string> {
  const code = chosenCode(given);
  if ((await em.count(ShortAddress, { code })) > 0) throw badInput('code', 'is taken; choose another one');
  return code;
}

async function untakenLink(
  em: EntityManager,
  { gtin: given, linkType }: NewShortAddress,
): Promise<Pick<ShortAddress, 'gtin' | 'linkType'>> {
  if (given == null || given.trim() === '') {
    if (linkType != null) throw badInput('linkType', 'needs a gtin');
    return { gtin: null, linkType: null };
  }
  const link = { gtin: requireGtin(given), linkType: linkType ?? 'pip' };
  if ((await em.count(ShortAddress, link)) > 0)
    throw badInput(
      'gtin',
      'has a link of this kind already; change where that leads, or choose another kind',
    );
  return link;
}
