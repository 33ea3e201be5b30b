/** Publishable keys: for web pages and QR codes, which anybody can read. For administrators. */
import type { PublishableKeyView } from '../../src/users/publishable-key.service.js';
import { builder } from '../builder.js';
import { given } from '../inputs.js';
import { arg, idDeletion, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';

const PublishableKeyType = builder.objectRef<PublishableKeyView>('PublishableKey').implement({
  description:
    'A key that web pages and QR codes carry. Sent as ApiKey it may recognize photos and record clicks, and nothing else.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the key.' }),
    name: t.exposeString('name', { description: 'What it is for.' }),
    key: t.exposeString('key', { description: 'The key itself; it is no secret.' }),
    scanUrl: t.field({
      type: 'URL',
      description: 'Address of the page for phones with this key: what a QR code leads to.',
      resolve: ({ key }, _args, { baseUrl }) => `${baseUrl}/scan#key=${key}`,
    }),
    origins: t.exposeStringList('origins', {
      description: 'Web pages beside the server’s own that may use it, for example https://print.example.',
    }),
    scansPerMinute: t.exposeInt('scansPerMinute', {
      description: 'Photos and clicks that it may send in a minute, from everywhere together.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});

builder.objectField(Organization, 'publishableKeys', (t) =>
  t.field({
    type: [PublishableKeyType],
    description: 'Keys for web pages and QR codes. For administrators.',
    complexity: { field: 5, multiplier: 5 },
    resolve: async ({ id }, _args, { services, viewer }) => [
      ...(await services.publishableKeys.list(viewer, id)),
    ],
  }),
);

const keyFields = {
  organizationId: arg.id({ required: true, description: 'Whose pages it recognizes.' }),
  name: arg.string({ required: true, description: 'What it is for, 1–100 characters.' }),
  origins: arg.stringList({
    description: 'Web pages that may use it, beside the server’s own; for example https://print.example.',
  }),
  scansPerMinute: arg.int({ description: '1–6000; 120 when left out.' }),
};

const PublishableKeyPatch = builder.inputType('PublishableKeyPatch', {
  description: 'What to change of a publishable key.',
  fields: (t) => ({
    name: t.string({ description: 'What it is for, 1–100 characters.' }),
    origins: t.stringList({ description: 'Web pages that may use it; replaces the present list.' }),
    scansPerMinute: t.int({ description: '1–6000.' }),
  }),
});

problemMutation('createPublishableKey', {
  type: PublishableKeyType,
  description: 'Makes a key for web pages and QR codes.',
  args: keyFields,
  resolve: ({ organizationId, name, ...others }, { services, viewer }) =>
    services.publishableKeys.create(viewer, { organizationId, name, ...given(others) }),
});

problemMutation('updatePublishableKey', {
  type: PublishableKeyType,
  description: 'Changes the given members of a publishable key.',
  args: {
    id: arg.id({ required: true, description: 'Guid of the key.' }),
    patch: arg.field({ type: PublishableKeyPatch, required: true, description: 'What to change.' }),
  },
  resolve: ({ id, patch }, { services, viewer }) => services.publishableKeys.update(viewer, id, given(patch)),
});

idDeletion('revokePublishableKey', {
  description: 'Revokes a publishable key: from now on it opens nothing.',
  idDescription: 'Guid of the key.',
  work: ({ services, viewer }, id) => services.publishableKeys.revoke(viewer, id),
});
