import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

export const jobStates = ['Waiting', 'Running', 'Done', 'Failed'] as const;

/** A durable job. It is written in the transaction of what it belongs to and survives a restart. */
export const Job = defineEntity({
  name: 'Job',
  tableName: 'job',
  indexes: [{ properties: ['state', 'lane'] }, { properties: ['lane', 'turn'] }],
  properties: {
    id: p.uuid().primary(),
    /** For example `document.process`. */
    type: p.string(),
    payload: p.json<Record<string, unknown>>(),
    state: p.string().$type<(typeof jobStates)[number]>(),
    attempts: p.integer().default(0),
    runAfter: p.datetime(),
    /** Waits for another day, not only for another try. */
    isPostponed: p.boolean().default(false),
    /** Whose turn is taken by it: id of the organization, empty where it belongs to none. */
    lane: p.string().default(''),
    /** Roughly how many pages or pictures it has to make: within a lane, small work goes first. */
    size: p.integer().default(10),
    /** It makes a single picture, for which a slot is kept free. */
    isSingle: p.boolean().default(false),
    /** Place within its lane: when it was enqueued, and later the more work it is. */
    rankAt: p.datetime().nullable(),
    /** Grows with each job that is taken; 0 before its first. A number, because clocks are set back. */
    turn: p.bigint('number').defaultRaw('0').index(),
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
