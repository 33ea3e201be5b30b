/** Organizations: the tenants, and the tree below them. */
import { accountTypes } from '../../src/organizations/organization.entity.js';
import { nodeStateOf } from '../../src/kernel/precondition.js';
import { batched } from '../../src/graphql/loaders.js';
import { builder, enumType } from '../builder.js';
import { TreeElement } from '../content/content-fields.js';
import { NodeInterface } from '../node.js';
import { Organization } from '../refs.js';
import { VERSION_DESCRIPTION } from '../mutations.js';

export const AccountTypeEnum = enumType('AccountType', {
  description: 'Kind of contract; set by the operator only.',
  values: accountTypes,
});

Organization.implement({
  description: 'A publisher, or a part of one.',
  interfaces: [NodeInterface, TreeElement],
  fields: (t) => ({
    parentId: t.exposeID('parentId', { nullable: true, description: 'The organization above.' }),
    name: t.exposeString('name', { description: 'Name of the organization.' }),
    languageCode: t.expose('languageCode', { type: 'Locale', description: 'Its language.' }),
    timeZone: t.exposeString('timeZone', {
      description: 'Its time zone, for example Europe/Paris: of days and times that are written without one.',
    }),
    apiKey: t.exposeString('apiKey', {
      nullable: true,
      description: 'Key for API calls; null when you may not see it.',
    }),
    accountType: t.field({
      type: AccountTypeEnum,
      description: 'Kind of contract.',
      resolve: (o) => o.accountType,
    }),
    mobileApiAuthorized: t.exposeBoolean('mobileApiAuthorized', {
      description: 'Whether scans are answered.',
    }),
    webApiAuthorized: t.exposeBoolean('webApiAuthorized', { description: 'Whether it may manage by API.' }),
    irProviderId: t.exposeID('irProviderId', { description: 'Its recognition engine.' }),
    activationCumul: t.exposeInt('activationCumul', { description: 'Pages activated at least once.' }),
    deactivationCumul: t.exposeInt('deactivationCumul', { description: 'Pages deactivated.' }),
    totalDebit: t.exposeInt('totalDebit', { description: 'Page credits taken in all.' }),
    totalCredit: t.exposeInt('totalCredit', { description: 'Page credits received in all.' }),
    picturesCount: t.loadable({
      loaderOptions: batched,
      type: 'Int',
      nullable: true,
      description: 'Number of its pictures; null when it is not in Pictures mode.',
      load: (ids: string[], { services, viewer }) => services.elements.picturesCountOf(viewer, ids),
      resolve: ({ id }) => id,
    }),
    logoUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Its logo.',
      resolve: ({ logoFileId }, _args, { fileUrl }) => (logoFileId === null ? null : fileUrl(logoFileId)),
    }),
    brandColor: t.exposeString('brandColor', {
      nullable: true,
      description: 'Color of what readers are shown, as #rrggbb.',
    }),
    imprintUrl: t.expose('imprintUrl', {
      type: 'URL',
      nullable: true,
      description: 'Address of its imprint, which readers are offered.',
    }),
    privacyUrl: t.expose('privacyUrl', {
      type: 'URL',
      nullable: true,
      description: 'Address of its privacy notice, which readers are offered.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.string({
      description: VERSION_DESCRIPTION,
      resolve: (element) => nodeStateOf(element).version,
    }),
  }),
});

builder.queryField('organization', (t) =>
  t.field({
    type: Organization,
    description: 'An organization.',
    args: {
      id: t.arg.id({ required: true, description: 'Guid of the organization.' }),
    },
    resolve: (_root, { id }) => id,
  }),
);
