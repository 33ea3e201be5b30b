import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';
import { User } from '../user.entity.js';

/** A program shows it instead of a user's log-in. Only the SHA-256 of the secret is kept. */
export const MachineToken = defineEntity({
  name: 'MachineToken',
  tableName: 'machine_token',
  properties: {
    id: p.uuid().primary(),
    tokenHash: p.string().unique(),
    name: p.text(),
    /** An organization or a folder: what the token reaches lies there or below. */
    placeId: () => p.manyToOne(Node).mapToPk().fieldName('place_id').deleteRule('cascade'),
    /** The user who answers for it: their rights bound its own, and it ends with them. */
    ownerId: () => p.manyToOne(User).mapToPk().fieldName('owner_id').deleteRule('cascade'),
    scopes: p.json<readonly string[]>(),
    dateCreated: p.datetime(),
    dateExpires: p.datetime(),
  },
});
export type MachineToken = InferEntity<typeof MachineToken>;

/** How often a token was used on a day, from one network address. */
export const MachineTokenUse = defineEntity({
  name: 'MachineTokenUse',
  tableName: 'machine_token_use',
  primaryKeys: ['tokenId', 'day', 'address'],
  properties: {
    tokenId: () => p.manyToOne(MachineToken).mapToPk().primary().fieldName('token_id').deleteRule('cascade'),
    /** `YYYY-MM-DD`, UTC. */
    day: p.string().primary(),
    address: p.string().primary(),
    count: p.integer(),
    dateLast: p.datetime(),
  },
});
export type MachineTokenUse = InferEntity<typeof MachineTokenUse>;
