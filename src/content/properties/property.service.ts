/**
 * Properties: defaults of an element. A style is used for every title or action at or below the element that nothing
 * nearer gives a style; an icon is only kept.
 */
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import { LoupeError, notFound, badInput } from '../../kernel/errors.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import type { NodeStore } from '../../tree/node.store.js';
import { type ElementState, type Precondition, versionOf } from '../../kernel/precondition.js';
import { isId, newId } from '../../kernel/ids.js';
import { requireText, MAX_STYLE_LENGTH } from '../content.rules.js';
import { Property, stylePropertyNames, propertyTypes } from './property.entity.js';
import type { PropertyView } from '../views.js';

const MAX_PROPERTY_NAME_LENGTH = 200;

/** The type in any letter case. @throws LoupeError BAD_USER_INPUT */
function requirePropertyType(type: string): Property['type'] {
  const known = propertyTypes.find((each) => each.toLowerCase() === type.toLowerCase());
  if (known === undefined) throw badInput('type', `must be one of ${propertyTypes.join(', ')}`);
  return known;
}

/** The name; that of a style says what it is a default for. @throws LoupeError BAD_USER_INPUT */
function requirePropertyName(type: Property['type'], name: string): string {
  if (type === 'Style') {
    const known = stylePropertyNames.find((each) => each.toLowerCase() === name.toLowerCase());
    if (known === undefined)
      throw badInput('name', `of a style must be one of ${stylePropertyNames.join(', ')}`);
    return known;
  }
  if (name.trim() === '') throw badInput('name', 'must not be empty');
  requireText('name', name, MAX_PROPERTY_NAME_LENGTH);
  return name;
}

export interface PropertyInput {
  readonly nodeId: string;
  /** Icon or Style. */
  readonly type: string;
  /** Of a style: ActionStyle or TitleStyle. */
  readonly name: string;
  readonly value?: string | null;
}

export interface PropertyPatch {
  /** Icon or Style; the name must suit it. */
  readonly type?: string;
  readonly name?: string;
  readonly value?: string | null;
}

export class PropertyService {
  constructor(
    private readonly database: Database,
    private readonly nodes: NodeStore,
    private readonly guarded: GuardedNodes,
    private readonly operations: OperationLog,
  ) {}

  /** @throws LoupeError NOT_FOUND, BAD_USER_INPUT, CONFLICT when the element has a property of this type and name */
  async create(viewer: Viewer, input: PropertyInput): Promise<PropertyView> {
    const type = requirePropertyType(input.type);
    const name = requirePropertyName(type, input.name);
    const value = requireValue(input.value);
    return this.database.transaction(async ({ em }) => {
      const node = await this.guarded.require(em, viewer, 'content:write', input.nodeId);
      await requireFree(em, { nodeId: node.id, type, name });
      this.nodes.touchContent(node);
      this.operations.write(em, viewer, 'property:create', node);
      return toPropertyView(em.create(Property, { id: newId(), nodeId: node.id, type, name, value }));
    });
  }

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<PropertyView> {
    const { property } = await this.requireProperty(this.database.reader(), viewer, 'content:read', id);
    return toPropertyView(property);
  }

  /** The element's own properties, by type and name. @throws LoupeError NOT_FOUND */
  async list(viewer: Viewer, nodeId: string): Promise<readonly PropertyView[]> {
    const em = this.database.reader();
    const node = await this.guarded.requirePlace(em, viewer, 'content:read', nodeId);
    const found = await em.find(Property, { nodeId: node.id }, { orderBy: { type: 'asc', name: 'asc' } });
    return found.map(toPropertyView);
  }

  /** Sets name and value; element and type stay. @throws LoupeError as `create` */
  async replace(
    viewer: Viewer,
    id: string,
    input: Required<Omit<PropertyPatch, 'type'>>,
    precondition?: Precondition,
  ): Promise<PropertyView> {
    return this.patch(viewer, id, input, precondition);
  }

  /** @throws LoupeError as `create` */
  async patch(
    viewer: Viewer,
    id: string,
    patch: PropertyPatch,
    precondition?: Precondition,
  ): Promise<PropertyView> {
    return this.database.transaction(async ({ em }) => {
      const { property, node } = await this.requireProperty(em, viewer, 'content:write', id);
      await requireUnchanged(em, precondition, property, propertyState);
      const type = patch.type === undefined ? property.type : requirePropertyType(patch.type);
      const name = requirePropertyName(type, patch.name ?? property.name);
      if (type !== property.type || name !== property.name) {
        await requireFree(em, { nodeId: node.id, type, name });
      }
      Object.assign(property, { type, name });
      if (patch.value !== undefined) property.value = requireValue(patch.value);
      this.nodes.touchContent(node);
      this.operations.write(em, viewer, 'property:write', node);
      return toPropertyView(property);
    });
  }

  /** @throws LoupeError NOT_FOUND */
  async delete(viewer: Viewer, id: string, precondition?: Precondition): Promise<void> {
    await this.database.transaction(async ({ em }) => {
      const { property, node } = await this.requireProperty(em, viewer, 'content:write', id);
      await requireUnchanged(em, precondition, property, propertyState);
      this.nodes.touchContent(node);
      this.operations.write(em, viewer, 'property:delete', node);
      em.remove(property);
    });
  }

  private async requireProperty(
    em: EntityManager,
    viewer: Viewer,
    operation: 'content:read' | 'content:write',
    id: string,
  ) {
    const property = isId(id) ? await em.findOne(Property, { id: id.toLowerCase() }) : null;
    const what = `Property ${shown(id)}`;
    const node = await this.guarded.requireFor(em, viewer, operation, property?.nodeId ?? null, what);
    if (property === null) throw notFound(what);
    return { property, node };
  }
}

/** Sets or, with null, removes an element's default style inside somebody else's transaction, and flushes. */
export async function setDefaultStyle(
  em: EntityManager,
  nodeId: string,
  name: (typeof stylePropertyNames)[number],
  style: string | null,
): Promise<void> {
  const value = requireValue(style);
  const present = await em.findOne(Property, { nodeId, type: 'Style', name });
  if (present === null) {
    if (value !== null) em.create(Property, { id: newId(), nodeId, type: 'Style', name, value });
  } else if (value === null) {
    em.remove(present);
  } else {
    present.value = value;
  }
  await em.flush();
}

function requireValue(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  requireText('value', value, MAX_STYLE_LENGTH);
  return value;
}

async function requireFree(
  em: EntityManager,
  key: Pick<Property, 'nodeId' | 'type' | 'name'>,
): Promise<void> {
  if ((await em.count(Property, key)) === 0) return;
  throw new LoupeError(
    'CONFLICT',
    `The element has a ${key.type} property ${key.name} already. Change that one.`,
  );
}

/** Properties keep no dates; one that is set back to what it was counts as unchanged. */
export function propertyState({
  type,
  name,
  value,
}: Pick<Property, 'type' | 'name' | 'value'>): ElementState {
  return { version: versionOf(type, name, value ?? null), dateModified: null };
}

export function toPropertyView({ id, nodeId, type, name, value }: Property): PropertyView {
  return { id, nodeId, type, name, value: value ?? null };
}
