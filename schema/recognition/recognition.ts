/** Recognition: a photo in, the localized title and actions out. */
import type { GraphqlContext } from '../../src/graphql/context.js';
import { shareOfPicture } from '../../src/engine-host/plane.js';
import type { EnrichedActionView, EnrichedImageView } from '../../src/recognition/views.js';
import { platformOfHeaders } from '../../src/readers/reader-platform.js';
import type { ScanDevice } from '../../src/readers/record-device.js';
import { ActionTargetUnion, targetOfAction } from '../content/action-target.js';
import { ActionTypeEnum } from '../content/target-words.js';
import { builder } from '../builder.js';
import { PointType } from '../engine/engine-match.js';
import { imageUrlDescription, withImage } from '../inputs.js';
import { arg, problemMutation } from '../mutations.js';

const EnrichedAction = builder.objectRef<EnrichedActionView>('EnrichedAction').implement({
  description: 'An action as a reader gets it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid, to report the click with.' }),
    iconUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Picture of its icon.',
      resolve: ({ iconFileId }, _args, { fileUrl }) => (iconFileId === null ? null : fileUrl(iconFileId)),
    }),
    priority: t.exposeInt('priority', { nullable: true, description: 'Sorting, first criterion.' }),
    order: t.exposeInt('order', { nullable: true, description: 'Sorting, second criterion.' }),
    name: t.exposeString('name', { description: 'Text shown to the reader.' }),
    style: t.exposeString('style', { nullable: true, description: 'Its own or the inherited style.' }),
    type: t.field({ type: ActionTypeEnum, description: 'What it does.', resolve: ({ type }) => type }),
    target: t.field({ type: ActionTargetUnion, description: 'What it opens.', resolve: targetOfAction }),
  }),
});

export const EnrichedImage = builder.objectRef<EnrichedImageView>('EnrichedImage');

EnrichedImage.implement({
  description: 'What was recognized, in the reader’s language.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The recognized page or zone.' }),
    documentId: t.exposeID('documentId', { nullable: true, description: 'Its document.' }),
    sessionId: t.exposeString('sessionId', { description: 'Send it with clicks.' }),
    title: t.exposeString('title', { nullable: true, description: 'Its title.' }),
    titleStyle: t.exposeString('titleStyle', { nullable: true, description: 'Style of the title.' }),
    languageCode: t.expose('languageCode', {
      type: 'Locale',
      nullable: true,
      description: 'Language that was found.',
    }),
    order: t.exposeInt('order', { nullable: true, description: 'Page number.' }),
    autoTrigger: t.exposeBoolean('autoTrigger', { description: 'Trigger the sole action at once.' }),
    data: t.exposeString('data', { description: 'Free text of a picture; empty for a page or zone.' }),
    score: t.exposeFloat('score', { description: 'Certainty, 0–1; 1 is best.' }),
    outline: t.field({
      type: [PointType],
      description:
        'Its corners in the photo, clockwise from its own top left; they may lie outside. Empty where no photo was sent.',
      resolve: ({ outline }) => [...outline],
    }),
    photoShare: t.float({
      nullable: true,
      description: 'Share of the photo inside the outline, 0–1; null where no photo was sent.',
      resolve: ({ outline }) => (outline.length === 0 ? null : shareOfPicture(outline)),
    }),
    bigThumbnailUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Thumbnail of 700 px.',
      resolve: ({ bigThumbnailFileId }, _args, { fileUrl }) =>
        bigThumbnailFileId === null ? null : fileUrl(bigThumbnailFileId),
    }),
    actions: t.field({
      type: [EnrichedAction],
      description: 'What the reader can do.',
      resolve: ({ actions }) => [...actions],
    }),
    otherZones: t.field({
      type: [EnrichedImage],
      description:
        'Of a zone: what its page offers in its other zones, in reading order. Ask for it after photos that may show the whole page.',
      resolve: async (answered, _args, { services }) => [...(await services.otherZones.of(answered))],
    }),
  }),
});

/** The device as a GraphQL client reports it: the same headers as on REST, all optional here. */
export function deviceOf(
  { headers, host }: GraphqlContext,
  sessionId: string | null | undefined,
): ScanDevice {
  const names = Object.keys(headers).filter((name) =>
    /^(application|device|sdk|latitude|longitude)/.test(name),
  );
  const texts = names.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const platform = platformOfHeaders(headers);
  return { sessionId: sessionId ?? null, host, headers: Object.fromEntries(texts), platform };
}

problemMutation('recognize', {
  cannot: ['missing'],
  type: EnrichedImage,
  nullable: true,
  description:
    'Recognizes a photo among the pages of the organization of the ApiKey header and of all below it; null when nothing is recognized or it offers no action. A mutation, because the recognition is recorded.',
  args: {
    photo: arg.field({ type: 'Upload', description: 'JPEG, PNG, GIF, TIFF, WebP, AVIF or BMP.' }),
    imageUrl: arg.field({ type: 'URL', description: imageUrlDescription('photo') }),
    languageCode: arg.field({
      type: 'Locale',
      required: true,
      description: 'The reader’s language, for example fr-FR.',
    }),
    sessionId: arg.string({ description: 'Session of earlier calls; a new one is made when left out.' }),
  },
  resolve: ({ photo, imageUrl, languageCode, sessionId }, context) =>
    withImage(context, 'photo', { image: photo, imageUrl }, (file) =>
      context.services.recognition.scan(context.keyHolder, file, {
        languageCode,
        device: deviceOf(context, sessionId),
        signal: context.signal,
      }),
    ),
});

problemMutation('recognizeById', {
  type: EnrichedImage,
  nullable: true,
  description:
    'What a reader gets of a page or zone whose id is known, for example from an earlier scan, without a photo; null when it is not active or offers no action. A mutation, because it is recorded as a recognition.',
  args: {
    id: arg.id({ required: true, description: 'The page or zone.' }),
    languageCode: arg.field({
      type: 'Locale',
      description: 'The reader’s language; the document’s default when left out.',
    }),
    sessionId: arg.string({ description: 'Session of earlier calls; a new one is made when left out.' }),
  },
  resolve: ({ id, languageCode, sessionId }, context) =>
    context.services.recognition.byId(
      context.keyHolder,
      id,
      languageCode ?? null,
      deviceOf(context, sessionId),
    ),
});

const RecordedClick = builder.objectRef<{ readonly actionId: string }>('RecordedClick').implement({
  description: 'A click that counts.',
  fields: (t) => ({ actionId: t.exposeID('actionId', { description: 'Guid of the action.' }) }),
});

problemMutation('recordClick', {
  type: RecordedClick,
  description: 'Reports that a reader triggered an action.',
  args: {
    actionId: arg.id({ required: true, description: 'The action.' }),
    sessionId: arg.string({
      description:
        'Session of the recognition. Without it, or with an unknown one, the click is joined to the last recognition that offered the action to this device, or counts for itself.',
    }),
  },
  resolve: async ({ actionId, sessionId }, context) => {
    await context.services.clicks.record(context.keyHolder, actionId, deviceOf(context, sessionId));
    return { actionId };
  },
});
