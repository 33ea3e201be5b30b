import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { LargeNumber } from '../../db/rows.js';
import { Application } from '../application.entity.js';

/** One file of a snapshot. */
export interface SnapshotFile {
  readonly name: string;
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The snapshot of an application's index, or of a shard of it, that servers fetch instead of building the index themselves. */
export const SharedSnapshot = defineEntity({
  name: 'SharedSnapshot',
  tableName: 'shared_snapshot',
  properties: {
    applicationId: () =>
      p.manyToOne(Application).mapToPk().primary().fieldName('application_id').deleteRule('cascade'),
    /** 0 of 1 for the whole index. */
    shardNumber: p.integer().primary(),
    shardCount: p.integer().primary(),
    /** Number of the last change that it holds; 0 until there is one. */
    sequence: p.type(LargeNumber),
    files: p.json<readonly SnapshotFile[]>(),
    /** Until then a server is at work on the next one. */
    heldUntil: p.datetime().nullable(),
  },
});
export type SharedSnapshot = InferEntity<typeof SharedSnapshot>;
