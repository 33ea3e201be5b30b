/** Titles: the name of an element in each language. */
import { titleState } from '../../src/content/titles/title.service.js';
import { builder } from '../builder.js';
import { givenOrNull } from '../inputs.js';
import { arg, condition, Deleted, problemMutation, seen, VERSION_DESCRIPTION } from '../mutations.js';
import { NodeInterface } from '../node.js';
import { Title } from '../refs.js';
import { windowed, windowInput } from './time-window.js';

Title.implement({
  description: 'The name of an element in one language.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    nodeId: t.exposeID('nodeId', { description: 'The element that is named.' }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Language, for example fr-FR.' }),
    value: t.exposeString('value', { description: 'The name; may be empty.' }),
    style: t.exposeString('style', { nullable: true, description: 'Free text read by the client.' }),
    timeWindow: t.field({
      ...windowed,
      description: 'When readers are shown it, where they inherit at other times; null: always.',
    }),
    version: t.string({ description: VERSION_DESCRIPTION, resolve: (title) => titleState(title).version }),
  }),
});

const titleFields = {
  nodeId: arg.id({
    required: true,
    description: 'The element that is named.',
  }),
  languageCode: arg.field({ type: 'Locale', required: true, description: 'Language, for example fr-FR.' }),
  value: arg.string({ required: true, description: 'The name; may be empty.' }),
  style: arg.string({ description: 'Free text read by the client; leave out to keep what is there.' }),
  timeWindow: arg.field(windowInput),
};

/** A title among other changes. */
export const TitleInput = builder.inputType('TitleInput', {
  description: 'A title to set.',
  fields: () => titleFields,
});

/** Members of a title that null empties. */
export const titleNullable = ['style', 'timeWindow'] as const;

export const TitlePatch = builder.inputType('TitlePatch', {
  description: 'What to change of a title.',
  fields: (t) => ({
    value: t.string({ description: 'The name; may be empty, then it inherits.' }),
    style: t.string({ description: 'Free text read by the client; null leaves it to the defaults.' }),
    timeWindow: t.field(windowInput),
  }),
});

for (const [name, description, verb] of [
  [
    'setTitle',
    'Sets the title of a document, page or zone in a language, whether there is one or not.',
    'put',
  ],
  [
    'setDefaultTitle',
    'Sets a title on any element; on organizations and folders it is the default for what lies below.',
    'post',
  ],
] as const) {
  problemMutation(name, {
    type: Title,
    description,
    args: { ...titleFields, ...condition },
    resolve: ({ nodeId, languageCode, value, style, timeWindow, ifVersion }, { services, viewer }) => {
      const title = { nodeId, languageCode, value, timeWindow, ...(style == null ? {} : { style }) };
      return services.titles[verb](viewer, title, seen(ifVersion));
    },
  });
}

problemMutation('updateTitle', {
  type: Title,
  description: 'Changes the given members of a title that is there.',
  args: {
    nodeId: arg.id({ required: true, description: 'The element that is named.' }),
    languageCode: arg.field({ type: 'Locale', required: true, description: 'Language, for example fr-FR.' }),
    patch: arg.field({ type: TitlePatch, required: true, description: 'What to change.' }),
    ...condition,
  },
  resolve: ({ nodeId, languageCode, patch, ifVersion }, { services, viewer }) => {
    const changes = givenOrNull(patch, titleNullable);
    return services.titles.patch(viewer, nodeId, languageCode, changes, seen(ifVersion));
  },
});

problemMutation('deleteTitle', {
  type: Deleted,
  description:
    'Removes a title; in a document, where every element keeps one in each language, it becomes empty.',
  args: {
    nodeId: arg.id({ required: true, description: 'The element that is named.' }),
    languageCode: arg.field({ type: 'Locale', required: true, description: 'Language, for example fr-FR.' }),
    ...condition,
  },
  resolve: async ({ nodeId, languageCode, ifVersion }, { services, viewer }) => {
    await services.titles.delete(viewer, nodeId, languageCode, seen(ifVersion));
    return { id: nodeId };
  },
});
