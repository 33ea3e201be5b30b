import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A request that its caller gave a key, with its answer, so that it is carried out once however often it is sent. */
export const AnsweredRequest = defineEntity({
  name: 'AnsweredRequest',
  tableName: 'answered_request',
  properties: {
    /** SHA-256 of the caller and the key, in hex. */
    id: p.string().primary(),
    /** SHA-256 of what was asked for, in hex. */
    fingerprint: p.string(),
    /** null while it is carried out. */
    status: p.integer().nullable(),
    /** The answer's JSON, encrypted, because answers may hold keys. */
    bodyCipher: p.text().nullable(),
    dateCreated: p.datetime().index(),
  },
});
export type AnsweredRequest = InferEntity<typeof AnsweredRequest>;
