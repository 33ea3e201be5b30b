import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Node } from '../../tree/node.entity.js';

export const PROPOSAL_KINDS = ['Link', 'Mail', 'Phone', 'Code', 'Event', 'Title', 'Area'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** Where it was found: a link of the file, the words of the page, a printed code, or how the page is laid out. */
export const PROPOSAL_ORIGINS = ['Annotation', 'Text', 'Code', 'Layout'] as const;
export type ProposalOrigin = (typeof PROPOSAL_ORIGINS)[number];

export const PROPOSAL_STATES = ['Open', 'Accepted', 'Dismissed'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** A zone, title or action that the file of a document proposes. Readers never see it; accepted, it is part of a draft. */
export const Proposal = defineEntity({
  name: 'Proposal',
  tableName: 'proposal',
  uniques: [{ properties: ['pageId', 'sameness'] }],
  indexes: [{ properties: ['documentId', 'order', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    documentId: () => p.manyToOne(Node).mapToPk().fieldName('document_id').deleteRule('cascade'),
    pageId: () => p.manyToOne(Node).mapToPk().fieldName('page_id').deleteRule('cascade'),
    kind: p.string().$type<ProposalKind>(),
    origin: p.string().$type<ProposalOrigin>(),
    state: p.string().$type<ProposalState>().default('Open'),
    /** Hash of what is proposed: the same is proposed once on a page. */
    sameness: p.string(),
    /** JSON: a `ProposalValue`. */
    value: p.text(),
    /** Whether every other page says the same, so that the action belongs to the document. */
    isOfDocument: p.boolean().default(false),
    /** Place in the document: the number of the page times 1000, and the place on it in reading order. */
    order: p.integer().fieldName('place'),
    /** The user who accepted or dismissed it. */
    user: p.text().nullable(),
    dateCreated: p.datetime(),
    dateModified: p.datetime(),
  },
});
export type Proposal = InferEntity<typeof Proposal>;
