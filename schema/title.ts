/** Titles: the name of an element in each language. */
import type { TitleView } from '../src/content/views.js';
import { builder } from './builder.js';
import { asData, problems } from './problems.js';

export const Title = builder.objectRef<TitleView>('Title').implement({
  description: 'The name of an element in one language.',
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', { description: 'The element that is named.' }),
    languageCode: t.exposeString('languageCode', { description: 'Language, for example fr-FR.' }),
    value: t.exposeString('value', { description: 'The name; may be empty.' }),
    style: t.exposeString('style', { nullable: true, description: 'Free text read by the client.' }),
  }),
});

const SetTitleInput = builder.inputType('SetTitleInput', {
  description: 'A title to set.',
  fields: (t) => ({
    nodeId: t.id({
      required: true,
      description: 'Document, image or zone; folders and organizations take defaults.',
    }),
    languageCode: t.string({ required: true, description: 'Language, for example fr-FR.' }),
    value: t.string({ required: true, description: 'The name; may be empty.' }),
    style: t.string({ description: 'Free text read by the client; leave out to keep what is there.' }),
  }),
});

builder.mutationField('setTitle', (t) =>
  t.field({
    type: Title,
    description: 'Sets the title of an element in a language, whether there is one or not.',
    errors: { types: problems },
    args: { input: t.arg({ type: SetTitleInput, required: true, description: 'The title.' }) },
    resolve: (_root, { input }, { services, viewer }) =>
      asData(() => {
        const { nodeId, languageCode, value, style } = input;
        return services.titles.put(viewer, {
          nodeId,
          languageCode,
          value,
          ...(style == null ? {} : { style }),
        });
      }),
  }),
);
