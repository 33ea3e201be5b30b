/** Languages that content can be offered in. */
import type { LanguageView } from '../../src/content/views.js';
import { builder } from '../builder.js';

const Language = builder.objectRef<LanguageView>('Language').implement({
  description: 'A language of a region.',
  fields: (t) => ({
    code: t.expose('code', { type: 'Locale', description: 'For example fr-FR.' }),
    name: t.exposeString('name', { description: 'Name in English.' }),
    region: t.exposeString('region', { description: 'Country.' }),
    zone: t.exposeString('zone', { description: 'Part of the world.' }),
  }),
});

builder.queryField('languages', (t) =>
  t.field({
    type: [Language],
    description: 'All languages, by code.',
    resolve: (_root, _args, { services, viewer }) => services.languages.list(viewer),
  }),
);
