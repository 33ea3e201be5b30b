import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../db/rows.js';
import { Node } from '../tree/node.entity.js';

/** Of a reference, as the engine extracts it. */
export const MOST_KEYPOINTS = 500;

/** Pages that phones recognize without a network: one signed file, a stored file of the kind `Pack`, made by a job. */
export const Pack = defineEntity({
  name: 'Pack',
  tableName: 'pack',
  properties: {
    id: p.uuid().primary(),
    /** The organization, folder or document whose pages it holds. */
    elementId: () => p.manyToOne(Node).mapToPk().fieldName('element_id').deleteRule('cascade'),
    organizationId: p.uuid().index(),
    /** Languages that readers are shown; none stands for those of each document. */
    languages: p.json<readonly string[]>(),
    validDays: p.integer(),
    /** Whether it holds the icons of actions, and a small picture of each page. */
    withIcons: p.boolean().default(false),
    withThumbnails: p.boolean().default(false),
    /** Of a page, the strongest ones. */
    keypoints: p.integer().default(MOST_KEYPOINTS),
    /** How often it was made: 0 until it is there. */
    version: p.integer().default(0),
    pageCount: p.integer().default(0),
    sizeBytes: p.type(LargeNumber).default(0),
    /** Of these: icons and thumbnails. */
    pictureBytes: p.type(LargeNumber).default(0),
    /** And pictures of pages that others look like. */
    comparisonBytes: p.type(LargeNumber).default(0),
    /** The stored file; null until it is there. */
    fileId: p.uuid().nullable(),
    dateMade: p.datetime().nullable(),
    dateExpires: p.datetime().nullable(),
    /** The job that makes it, or made it last. */
    jobId: p.uuid(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Pack = InferEntity<typeof Pack>;
