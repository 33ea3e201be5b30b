/** Organizations: the tenants, and the tree below them. */
import { accountTypes } from '../src/tree/organization.entity.js';
import type { OrganizationView } from '../src/tree/views.js';
import { builder } from './builder.js';
import { Document } from './document.js';
import { Folder } from './folder.js';
import { NodeInterface } from './node.js';

const AccountTypeEnum = builder.enumType('AccountType', {
  description: 'Kind of contract; set by the operator only.',
  values: accountTypes,
});

export const Organization = builder.objectRef<OrganizationView>('Organization').implement({
  description: 'A publisher, or a part of one.',
  interfaces: [NodeInterface],
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'accountType' in value,
  fields: (t) => ({
    parentId: t.exposeID('parentId', { nullable: true, description: 'The organization above.' }),
    name: t.exposeString('name', { description: 'Name of the organization.' }),
    languageCode: t.exposeString('languageCode', { description: 'Its language.' }),
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
    logoUrl: t.string({
      nullable: true,
      description: 'Its logo.',
      resolve: ({ logoFileId }, _args, { fileUrl }) => (logoFileId === null ? null : fileUrl(logoFileId)),
    }),
    folders: t.field({
      type: [Folder],
      description: 'Folders directly in it.',
      resolve: ({ id }, _args, { services, viewer }) => services.folders.list(viewer, { parentId: id }),
    }),
    documents: t.field({
      type: [Document],
      description: 'Documents directly in it.',
      resolve: ({ id }, _args, { services, viewer }) => services.documents.list(viewer, { parentId: id }),
    }),
    dateCreated: t.expose('dateCreated', { type: 'DateTime', description: 'When it was made.' }),
    dateModified: t.expose('dateModified', { type: 'DateTime', description: 'When it was last changed.' }),
  }),
});
