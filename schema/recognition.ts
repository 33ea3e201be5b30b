/** Recognition: a photo in, the localized title and actions out. */
import type { EnrichedActionView, EnrichedImageView, ScanDevice } from '../src/recognition/views.js';
import type { GraphqlContext } from '../src/graphql/context.js';
import { ActionTypeEnum } from './action.js';
import { builder } from './builder.js';
import { withUpload } from './inputs.js';
import { asData, problems } from './problems.js';

const EnrichedAction = builder.objectRef<EnrichedActionView>('EnrichedAction').implement({
  description: 'An action as a reader gets it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid, to report the click with.' }),
    iconUrl: t.string({
      nullable: true,
      description: 'Picture of its icon.',
      resolve: ({ iconFileId }, _args, { fileUrl }) => (iconFileId === null ? null : fileUrl(iconFileId)),
    }),
    priority: t.exposeInt('priority', { nullable: true, description: 'Sorting, first criterion.' }),
    order: t.exposeInt('order', { nullable: true, description: 'Sorting, second criterion.' }),
    name: t.exposeString('name', { description: 'Text shown to the reader.' }),
    style: t.exposeString('style', { nullable: true, description: 'Its own or the inherited style.' }),
    type: t.field({ type: ActionTypeEnum, description: 'What it does.', resolve: ({ type }) => type }),
    content: t.exposeString('content', { description: 'Serialized JSON; its shape depends on the type.' }),
  }),
});

const EnrichedImage = builder.objectRef<EnrichedImageView>('EnrichedImage').implement({
  description: 'What was recognized, in the reader’s language.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The recognized page or zone.' }),
    documentId: t.exposeID('documentId', { nullable: true, description: 'Its document.' }),
    sessionId: t.exposeString('sessionId', { description: 'Send it with clicks.' }),
    title: t.exposeString('title', { nullable: true, description: 'Its title.' }),
    titleStyle: t.exposeString('titleStyle', { nullable: true, description: 'Style of the title.' }),
    languageCode: t.exposeString('languageCode', { nullable: true, description: 'Language that was found.' }),
    order: t.exposeInt('order', { nullable: true, description: 'Page number.' }),
    autoTrigger: t.exposeBoolean('autoTrigger', { description: 'Trigger the sole action at once.' }),
    score: t.exposeFloat('score', { description: 'Certainty, 0–1; 1 is best.' }),
    bigThumbnailUrl: t.string({
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
  }),
});

/** The device as a GraphQL client tells it: the same headers as on REST, none of them mandatory here. */
function deviceOf({ headers, host }: GraphqlContext, sessionId: string | null | undefined): ScanDevice {
  const names = Object.keys(headers).filter((name) =>
    /^(application|device|sdk|latitude|longitude)/.test(name),
  );
  const texts = names.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { sessionId: sessionId ?? null, host, headers: Object.fromEntries(texts) };
}

builder.mutationField('recognize', (t) =>
  t.field({
    type: EnrichedImage,
    nullable: true,
    description:
      'Recognizes a photo among the pages of the organization of the ApiKey header and of all below it; null when nothing is recognized or it offers no action. A mutation, because the recognition is recorded.',
    errors: { types: problems },
    args: {
      photo: t.arg({ type: 'Upload', required: true, description: 'JPEG, PNG or GIF.' }),
      languageCode: t.arg.string({
        required: true,
        description: 'The reader’s language, for example fr-FR.',
      }),
      sessionId: t.arg.string({ description: 'Session of earlier calls; a new one is made when left out.' }),
    },
    resolve: (_root, { photo, languageCode, sessionId }, context) =>
      asData(() =>
        withUpload(context, photo, (file) =>
          context.services.recognition.scan(context.keyHolder, file, {
            languageCode,
            device: deviceOf(context, sessionId),
            signal: context.signal,
          }),
        ),
      ),
  }),
);

builder.mutationField('recordClick', (t) =>
  t.field({
    type: 'ID',
    description: 'Reports that a reader triggered an action; answers the action’s id.',
    errors: { types: problems, directResult: false },
    args: {
      actionId: t.arg.id({ required: true, description: 'The action.' }),
      sessionId: t.arg.string({ required: true, description: 'Session of the recognition.' }),
    },
    resolve: (_root, { actionId, sessionId }, context) =>
      asData(async () => {
        await context.services.clicks.record(context.keyHolder, actionId, deviceOf(context, sessionId));
        return actionId;
      }),
  }),
);
