/** Links to show a document to somebody without an account. */
import type {
  LinkGuest,
  PreviewLinkView,
  SharedDocument,
  SharedPage as SharedPageView,
} from '../../src/documents/preview-link.service.js';
import type { ZoneState } from '../../src/documents/zones/zone.states.js';
import { builder } from '../builder.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { IN_DRAFT_DESCRIPTION, Preview } from './preview.js';
import { DRAFT_PACK_COST, DraftPackType } from '../recognition/pack.js';
import { ThreadType } from './comments/comment.js';
import { Document } from '../refs.js';

const LinkGuestType = builder.objectRef<LinkGuest>('PreviewGuest').implement({
  description: 'Somebody without an account who comments by a preview link.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name that they gave.' }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When they gave it.' }),
  }),
});

const PreviewLink = builder.objectRef<PreviewLinkView>('PreviewLink').implement({
  description: 'A link by which somebody without an account sees what readers would get of a document.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid, to revoke it.' }),
    user: t.exposeString('user', { description: 'Who made it.' }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('dateExpires', { type: 'DateTime', description: 'When it stops working.' }),
    mayComment: t.exposeBoolean('mayComment', { description: 'Whether those who have it may comment.' }),
    guests: t.field({
      type: [LinkGuestType],
      description: 'People without an account who gave a name to comment by it: 20 at most.',
      resolve: async (link, _args, { services }) => [...(await services.previewLinks.guests(link))],
    }),
  }),
});

const CreatedPreviewLink = builder
  .objectRef<{ readonly link: PreviewLinkView; readonly url: string }>('CreatedPreviewLink')
  .implement({
    description: 'A link that was made.',
    fields: (t) => ({
      url: t.expose('url', { type: 'URL', description: 'Its address; it is shown once.' }),
      link: t.field({ type: PreviewLink, description: 'The link.', resolve: ({ link }) => link }),
    }),
  });

builder.objectField(Document, 'previewLinks', (t) =>
  t.field({
    type: [PreviewLink],
    description:
      'Links that show it to people without an account, the newest first. For those who may change it.',
    resolve: async ({ id }, _args, { services, viewer }) => [
      ...(await services.previewLinks.list(viewer, id)),
    ],
  }),
);

problemMutation('createPreviewLink', {
  type: CreatedPreviewLink,
  description:
    'Makes a link by which somebody without an account sees for seven days what readers would get of a document, also before it is active.',
  args: {
    documentId: arg.id({ required: true, description: 'Guid of the document.' }),
    mayComment: arg.boolean({
      description: 'Whether those who have it may comment: up to twenty people, who give a name.',
    }),
  },
  resolve: async ({ documentId, mayComment }, { services, viewer, baseUrl }) => {
    const options = { mayComment: mayComment ?? false };
    const { code, ...link } = await services.previewLinks.create(viewer, documentId, options);
    return { link, url: `${baseUrl.replace(/\/$/, '')}/preview#code=${code}` };
  },
});

idDeletion('revokePreviewLink', {
  description: 'Ends a preview link at once.',
  idDescription: 'Guid of the link.',
  work: ({ services, viewer }, id) => services.previewLinks.revoke(viewer, id),
});

const SharedZone = builder.objectRef<ZoneState>('SharedZone').implement({
  description: 'A zone of a shared page.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the zone.' }),
    name: t.exposeString('name', { description: 'Name of the zone.' }),
    positionXPercent: t.exposeFloat('positionXPercent', {
      description: 'Left edge, in percent of the width.',
    }),
    positionYPercent: t.exposeFloat('positionYPercent', {
      description: 'Upper edge, in percent of the height.',
    }),
    widthPercent: t.exposeFloat('widthPercent', { description: 'In percent of the width.' }),
    heightPercent: t.exposeFloat('heightPercent', { description: 'In percent of the height.' }),
  }),
});

const SharedPage = builder.objectRef<SharedPageView>('SharedPage').implement({
  description: 'A page of a shared document.',
  fields: (t) => ({
    id: t.id({ description: 'Guid of the page.', resolve: ({ page }) => page.id }),
    order: t.int({ description: 'Its number, from 1.', resolve: ({ page }) => page.order }),
    thumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Its picture, 700 pixels.',
      resolve: ({ page: { bigThumbnailFileId } }, _args, { fileUrl }) =>
        bigThumbnailFileId === null ? null : fileUrl(bigThumbnailFileId),
    }),
    zones: t.field({
      type: [SharedZone],
      description: 'Its zones.',
      args: { inDraft: t.arg.boolean({ defaultValue: false, description: IN_DRAFT_DESCRIPTION }) },
      resolve: ({ zones, draftedZones }, { inDraft }) => [...(inDraft === true ? draftedZones : zones)],
    }),
  }),
});

const Shared = builder.objectRef<SharedDocument>('SharedPreview').implement({
  description: 'What somebody sees who was given a preview link.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the document.' }),
    defaultLanguage: t.field({
      type: 'Locale',
      description: 'Its default language.',
      resolve: (shared, _args, { services }) => services.previewLinks.defaultLanguage(shared),
    }),
    languages: t.field({
      type: ['Locale'],
      description: 'Codes of its languages.',
      resolve: async (shared, _args, { services }) => [...(await services.previewLinks.languages(shared))],
    }),
    expiresAt: t.expose('dateExpires', { type: 'DateTime', description: 'When the link stops working.' }),
    mayComment: t.boolean({
      description: 'Whether those who have the link may comment.',
      resolve: ({ link }) => link.mayComment,
    }),
    comments: t.field({
      type: [ThreadType],
      description: 'Threads that guests of the link began, the newest first: 100 at most.',
      resolve: async (shared, _args, { services }) => [...(await services.guestComments.threads(shared))],
    }),
    hasDraft: t.boolean({
      description: 'Whether changes of its titles, actions and zones wait to be published.',
      resolve: (shared, _args, { services }) => services.previewLinks.hasDraft(shared),
    }),
    pages: t.field({
      type: [SharedPage],
      description: 'Its pages in order.',
      resolve: async (shared, _args, { services }) => [...(await services.previewLinks.pages(shared))],
    }),
    draftPack: t.field({
      type: DraftPackType,
      description: 'Makes a pack of the document as its draft has it, to try it with a camera.',
      complexity: DRAFT_PACK_COST,
      resolve: (shared, _args, { services }) => services.draftPacks.ofShared(shared),
    }),
    readerPreview: t.field({
      type: Preview,
      description: 'What a reader would get of a page or zone of it.',
      args: {
        elementId: t.arg.id({ required: true, description: 'Guid of the page or zone.' }),
        languageCode: t.arg({ type: 'Locale', description: 'As the reader’s device would send it.' }),
        inDraft: t.arg.boolean({ defaultValue: false, description: IN_DRAFT_DESCRIPTION }),
      },
      resolve: (shared, { elementId, languageCode, inDraft }, { services }) =>
        services.previewLinks.preview(shared, elementId, languageCode ?? null, { inDraft: inDraft ?? false }),
    }),
  }),
});

builder.queryField('sharedPreview', (t) =>
  t.field({
    type: Shared,
    description: 'The document of a preview link, for anybody who has its code. Needs no log-in.',
    args: { code: t.arg.string({ required: true, description: 'What the address of the link holds.' }) },
    resolve: (_root, { code }, { services }) => services.previewLinks.open(code),
  }),
);
