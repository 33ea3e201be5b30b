/** A publisher, as readers are shown it. */
import type { PublisherView } from '../../src/organizations/publisher.service.js';
import { builder } from '../builder.js';

const Publisher = builder.objectRef<PublisherView>('Publisher').implement({
  description: 'Whose pages a key recognizes, as readers are shown it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the organization.' }),
    logoUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Its logo.',
      resolve: ({ logoFileId }, _args, { fileUrl }) => (logoFileId === null ? null : fileUrl(logoFileId)),
    }),
    color: t.exposeString('color', { nullable: true, description: 'Its color, as #rrggbb.' }),
    imprintUrl: t.expose('imprintUrl', {
      type: 'URL',
      nullable: true,
      description: 'Where its imprint stands.',
    }),
    privacyUrl: t.expose('privacyUrl', {
      type: 'URL',
      nullable: true,
      description: 'Where its privacy notice stands.',
    }),
  }),
});

builder.queryField('publisher', (t) =>
  t.field({
    type: Publisher,
    description: 'The organization of the ApiKey header, or of the publishable key, as readers are shown it.',
    resolve: (_root, _args, { services, keyHolder }) => services.publishers.of(keyHolder),
  }),
);
