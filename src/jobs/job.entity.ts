import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export const jobStates = ['Waiting', 'Running', 'Done', 'Failed'] as const;

/** A durable job. It is written in the transaction of what it belongs to and survives a restart. */
export const Job = defineEntity({
  name: 'Job',
  tableName: 'job',
  indexes: [{ properties: ['state', 'runAfter'] }],
  properties: {
    id: p.uuid().primary(),
    /** For example `document.process`. */
    type: p.string(),
    payload: p.json<Record<string, unknown>>(),
    state: p.string().$type<(typeof jobStates)[number]>(),
    attempts: p.integer().default(0),
    runAfter: p.datetime(),
    /** Process that runs the job; null while nobody does. */
    runnerId: p.uuid().nullable(),
    /** When the job is anybody's again, unless its runner asks for more time. */
    leaseExpires: p.datetime().nullable(),
    /** 0..1 */
    progress: p.double().default(0),
    error: p.text().nullable(),
    /** Name in the error catalogue of why the job was given up. */
    errorCode: p.string().nullable(),
    organizationId: p.uuid().nullable(),
    /** The element that the job works on. */
    subjectId: p.uuid().nullable().index(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Job = InferEntity<typeof Job>;
