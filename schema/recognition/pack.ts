/** Packs: pages that phones recognize without a network. */
import type { GraphqlContext } from '../../src/graphql/context.js';
import { packAddresses } from '../../src/packs/pack.rules.js';
import type { DraftPack } from '../../src/packs/draft-pack.service.js';
import type { PackView } from '../../src/packs/pack.service.js';
import { builder } from '../builder.js';
import { given } from '../inputs.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { Document, Folder, Organization } from '../refs.js';

/** It reads each page of the document, and its texts in each language. */
export const DRAFT_PACK_COST = 10_000;

const PackType = builder.objectRef<PackView>('Pack').implement({
  description:
    'Active pages of an organization, folder or document in one signed file, which phones recognize without a network.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the pack.' }),
    elementId: t.exposeID('elementId', { description: 'Guid of the element whose pages it holds.' }),
    languages: t.exposeStringList('languages', {
      description: 'Languages that readers are shown; empty for those of each document.',
    }),
    validDays: t.exposeInt('validDays', { description: 'Days after which it must be fetched again.' }),
    version: t.exposeInt('version', { description: 'How often it was made; 0 until it is there.' }),
    pageCount: t.exposeInt('pageCount', { description: 'Pages that it holds.' }),
    sizeBytes: t.float({ description: 'Size of its file.', resolve: ({ sizeBytes }) => Number(sizeBytes) }),
    pictureBytes: t.float({
      description: 'Of these: icons and thumbnails.',
      resolve: ({ pictureBytes }) => Number(pictureBytes),
    }),
    comparisonBytes: t.float({
      description: 'Of these: pictures of pages that others look like, by which phones tell them apart.',
      resolve: ({ comparisonBytes }) => Number(comparisonBytes),
    }),
    withIcons: t.exposeBoolean('withIcons', { description: 'Whether it holds the icons of actions.' }),
    withThumbnails: t.exposeBoolean('withThumbnails', {
      description: 'Whether it holds a small picture of each page and zone.',
    }),
    keypoints: t.exposeInt('keypoints', { description: 'Of a page: 500, or 300 in a smaller pack.' }),
    madeAt: t.expose('dateMade', { type: 'DateTime', nullable: true, description: 'When it was made last.' }),
    expiresAt: t.expose('dateExpires', {
      type: 'DateTime',
      nullable: true,
      description: 'From then on phones refuse it.',
    }),
    isBeingMade: t.exposeBoolean('isBeingMade', { description: 'Whether a version is being made.' }),
    progress: t.exposeFloat('progress', { description: 'How much of it is done, 0–1; 1 when none is made.' }),
    failureReason: t.exposeString('failureReason', {
      nullable: true,
      description: 'Why it could not be made the last time.',
    }),
    publicKey: t.string({
      description: 'Ed25519 key that it is signed with, base64url: phones take packs of this key alone.',
      resolve: (_pack, _args, { services }) => services.packs.publicKey,
    }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description: 'Its public address for a publishable key; null until it is made.',
      args: { key: t.arg.string({ required: true, description: 'A publishable key of the organization.' }) },
      resolve: ({ id, version }, { key }, { baseUrl }) =>
        version === 0 ? null : packAddresses(baseUrl, key, id).url,
    }),
    scanUrl: t.field({
      type: 'URL',
      description: 'Address of the page for phones that keeps this pack: what a QR code leads to.',
      args: { key: t.arg.string({ required: true, description: 'A publishable key of the organization.' }) },
      resolve: ({ id }, { key }, { baseUrl }) => packAddresses(baseUrl, key, id).scanUrl,
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was asked for.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

for (const place of [Organization, Folder, Document]) {
  builder.objectField(place, 'packs', (t) =>
    t.field({
      type: [PackType],
      description: 'Packs of its pages, for phones without a network.',
      complexity: { field: 5, multiplier: 5 },
      resolve: async ({ id }, _args, { services, viewer }) => [...(await services.packs.list(viewer, id))],
    }),
  );
}

builder.queryField('pack', (t) =>
  t.field({
    type: PackType,
    description: 'A pack by its id.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the pack.' }) },
    resolve: (_root, { id }, { services, viewer }) => services.packs.find(viewer, id),
  }),
);

export const DraftPackType = builder.objectRef<DraftPack>('DraftPack').implement({
  description:
    'A document as its draft has it, for the camera of a user who tries it: valid for an hour, kept nowhere, in no statistics.',
  fields: (t) => ({
    pageCount: t.exposeInt('pageCount', { description: 'Pages that it holds.' }),
    expiresAt: t.expose('dateExpires', { type: 'DateTime', description: 'From then on it is refused.' }),
    publicKey: t.string({
      description: 'Ed25519 key that it is signed with, base64url.',
      resolve: (_pack, _args, { services }) => services.packs.publicKey,
    }),
    base64: t.string({
      description: 'Its file.',
      resolve: ({ file }) => file.toString('base64'),
    }),
  }),
});

builder.queryField('draftPack', (t) =>
  t.field({
    type: DraftPackType,
    description:
      'Makes a pack of a document as readers get it once its draft is published and it is active: up to 200 pages and zones.',
    args: { documentId: t.arg.id({ required: true, description: 'Guid of the document.' }) },
    complexity: DRAFT_PACK_COST,
    resolve: (_root, { documentId }, { services, viewer }) =>
      services.draftPacks.ofDocument(viewer, documentId),
  }),
);

problemMutation('createPack', {
  type: PackType,
  description: 'Has a pack made in the background; follow it with `packProgress`.',
  args: {
    elementId: arg.id({ required: true, description: 'Guid of an organization, folder or document.' }),
    languages: arg.stringList({
      description: 'Languages that readers are shown; those of each document when left out.',
    }),
    validDays: arg.int({ description: '1–366; 30 when left out.' }),
    withIcons: arg.boolean({ description: 'Whether it holds the icons of actions; not when left out.' }),
    withThumbnails: arg.boolean({
      description:
        'Whether it holds a small picture of each page and zone, of at most 24 KB; not when left out.',
    }),
    keypoints: arg.int({
      description:
        'Of a page: 500, or 300 for a pack that is a third smaller and recognizes a little less; 500 when left out.',
    }),
  },
  resolve: ({ elementId, ...choice }, { services, viewer }) =>
    services.packs.create(viewer, { elementId, ...given(choice) }),
});

problemMutation('remakePack', {
  type: PackType,
  description: 'Has the next version made: phones fetch of it what has changed.',
  args: { id: arg.id({ required: true, description: 'Guid of the pack.' }) },
  cannot: ['input'],
  resolve: ({ id }, { services, viewer }) => services.packs.remake(viewer, id),
});

idDeletion('revokePack', {
  description: 'Revokes a pack: nobody can fetch it any more. Phones that have it use it until it expires.',
  idDescription: 'Guid of the pack.',
  work: ({ services, viewer }, id) => services.packs.revoke(viewer, id),
});

builder.subscriptionField('packProgress', (t) =>
  t.field({
    type: PackType,
    description: 'A pack now and whenever more of it is done, until it is made or has failed.',
    args: { id: t.arg.id({ required: true, description: 'Guid of the pack.' }) },
    subscribe: async (_root, { id }, context) => {
      const { id: known } = await context.services.packs.find(context.viewer, id);
      return progressOf(context, known);
    },
    resolve: (pack) => pack,
  }),
);

async function* progressOf(context: GraphqlContext, id: string): AsyncGenerator<PackView> {
  const { packs, documentWatch } = context.services;
  const { jobId } = await packs.find(context.viewer, id);
  let told = '';
  for await (const _ of documentWatch.follow(jobId)) {
    const pack = await packs.find(await context.currentViewer(), id);
    const state = JSON.stringify([pack.progress, pack.isBeingMade, pack.failureReason]);
    if (state !== told) yield pack;
    told = state;
    if (!pack.isBeingMade) return;
  }
}
