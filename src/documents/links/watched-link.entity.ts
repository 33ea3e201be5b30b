import { createHash } from 'node:crypto';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

/** A web address that an organization's actions open, and whether it answered when it was asked last. */
export const WatchedLink = defineEntity({
  name: 'WatchedLink',
  tableName: 'watched_link',
  properties: {
    /** See `idOfLink`: an organization has each address once. */
    id: p.string().primary(),
    organizationId: () =>
      p.manyToOne(Node).mapToPk().fieldName('organization_id').deleteRule('cascade').index(),
    url: p.text(),
    /** Document, page or zone of an action that opens it. */
    nodeId: p.uuid(),
    /** Checks in a row that it did not answer; 0 while it does, and before the first. */
    failures: p.integer().default(0),
    /** HTTP status of the last answer; null without one. */
    lastStatus: p.integer().nullable(),
    /** Since when it does not answer; null while it does. */
    dateFailed: p.datetime().nullable(),
    nextCheck: p.datetime().index(),
  },
});
export type WatchedLink = InferEntity<typeof WatchedLink>;

/** Addresses have no bound that an index could hold; their digest has. */
export function idOfLink(organizationId: string, url: string): string {
  return createHash('sha256').update(`${organizationId} ${url}`).digest('hex');
}
