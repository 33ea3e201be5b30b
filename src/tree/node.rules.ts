/** Where each kind of node may stand, what a node may be called, and which states it can have. */
import { badInput, type LoupeError } from '../kernel/errors.js';
import { activityStatuses, type ActivityStatus } from '../documents/document.entity.js';
import type { NodeType } from './node.entity.js';

/** The status that is meant, whatever the case of its letters. @throws LoupeError BAD_USER_INPUT */
export function requireStatus(text: string, field = 'status'): ActivityStatus {
  const status = activityStatuses.find((known) => known.toLowerCase() === text.toLowerCase());
  if (status === undefined) throw badInput(field, `must be one of ${activityStatuses.join(', ')}`);
  return status;
}

/** Kinds of parents by kind of node. An organization without a parent is the root of a tree. */
export const parentTypes: Readonly<Record<NodeType, readonly NodeType[]>> = {
  Organization: ['Organization'],
  Folder: ['Organization', 'Folder'],
  Document: ['Organization', 'Folder'],
  Image: ['Document'],
  Zone: ['Image'],
};

/** Order in which children of different kinds are listed. */
export const nodeTypeOrder: readonly NodeType[] = ['Organization', 'Folder', 'Document', 'Image', 'Zone'];

const MAX_NAME_LENGTH = 500;

/** Nodes from the root to the deepest one; far above what people make, and bounds the length of a path. */
export const MAX_DEPTH = 64;

/** @throws LoupeError BAD_USER_INPUT when the name is blank or longer than 500 characters */
export function requireName(name: string, field = 'name'): void {
  if (name.trim() === '') throw badInput(field, 'must not be empty');
  if (name.length > MAX_NAME_LENGTH) throw badInput(field, `must have at most ${MAX_NAME_LENGTH} characters`);
  if (name.includes('\0')) throw badInput(field, 'must not hold NUL characters');
}

/** The refusal of a parent of the wrong kind. */
export function wrongParent(type: NodeType, parent: NodeType | null): LoupeError {
  const wanted = parentTypes[type].map((kind) => kind.toLowerCase()).join(' or ');
  const found = parent === null ? 'nothing' : `a ${parent.toLowerCase()}`;
  return badInput('parentId', `a ${type.toLowerCase()} belongs below a ${wanted}, not below ${found}`);
}
