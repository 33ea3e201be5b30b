/** The operation log outside of this server: its head, and where it is sent. For administrators. */
import { auditTargets } from '../../src/audit/delivery/audit-delivery.entity.js';
import { auditFormats } from '../../src/audit/audit-lines.js';
import type { AuditPage } from '../../src/audit/audit-export.service.js';
import type { AuditDeliveryView, AuditLogView } from '../../src/audit/delivery/audit-delivery.service.js';
import { builder, enumType } from '../builder.js';
import { given } from '../inputs.js';
import { arg, problemMutation } from '../mutations.js';
import { Organization } from '../refs.js';

const AuditTargetEnum = enumType('AuditTarget', {
  description: 'What an operation log is sent to: the bucket of the operator, or an address of your own.',
  values: auditTargets,
});

const AuditDelivery = builder.objectRef<AuditDeliveryView>('AuditDelivery').implement({
  description:
    'Where an operation log is sent as it grows, in the order of its chain, and how far it has come.',
  fields: (t) => ({
    target: t.expose('target', { type: AuditTargetEnum, description: 'A bucket or an address.' }),
    url: t.expose('url', { type: 'URL', nullable: true, description: 'The address; null for the bucket.' }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'Verifies the signatures of messages (Standard Webhooks); null for the bucket.',
    }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it is sent.' }),
    deliveredThrough: t.exposeInt('deliveredThrough', {
      description: 'Number of the last entry that has arrived.',
    }),
    deliveredAt: t.expose('dateDelivered', {
      type: 'DateTime',
      nullable: true,
      description: 'When it arrived; null before the first one.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt failed; null where it did not.',
    }),
    nextAttemptAt: t.expose('nextAttempt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is tried again after a failure.',
    }),
  }),
});

const AuditLog = builder.objectRef<AuditLogView>('AuditLog').implement({
  description: 'The chain over the operation log of an organization, and where it is sent.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Guid of the organization.' }),
    number: t.exposeInt('number', { description: 'Number of the last entry; 0 before the first.' }),
    hash: t.exposeString('hash', {
      nullable: true,
      description:
        'Hash of the last entry: kept elsewhere, it proves later that nothing before it was changed.',
    }),
    removedThrough: t.exposeInt('removedThrough', {
      description: 'Entries up to this number are older than the log is kept, and gone.',
    }),
    offersBucket: t.exposeBoolean('offersBucket', {
      description: 'Whether the operator names a bucket (LOUPE_AUDIT_URL).',
    }),
    delivery: t.field({
      type: AuditDelivery,
      nullable: true,
      description: 'Where it is sent; null for nowhere.',
      resolve: ({ delivery }) => delivery,
    }),
  }),
});

builder.objectField(Organization, 'auditLog', (t) =>
  t.field({
    type: AuditLog,
    description: 'The operation log as auditors see it. For administrators.',
    resolve: ({ id }, _args, { services, viewer }) => services.auditDeliveries.get(viewer, id),
  }),
);

problemMutation('setAuditDelivery', {
  type: AuditLog,
  description:
    'Sends the operation log elsewhere from now on, beginning with what is kept of it: at least once, in the order of its chain, until it arrives. For administrators.',
  args: {
    organizationId: arg.id({ required: true, description: 'Guid of the organization.' }),
    target: arg.field({ type: AuditTargetEnum, required: true, description: 'A bucket or an address.' }),
    url: arg.field({ type: 'URL', description: 'The address; leave it out for the bucket.' }),
    isActive: arg.boolean({ description: 'false stops it; what comes meanwhile is sent afterwards.' }),
    fromBeginning: arg.boolean({ description: 'true sends everything once more that is kept.' }),
  },
  resolve: ({ organizationId, target, fromBeginning, ...others }, { services, viewer }) =>
    services.auditDeliveries.set(viewer, {
      ...{ organizationId, target, isFromBeginning: fromBeginning ?? false },
      ...given(others),
    }),
});

problemMutation('removeAuditDelivery', {
  type: AuditLog,
  description: 'Sends the operation log nowhere any more. For administrators.',
  cannot: ['input'],
  args: { organizationId: arg.id({ required: true, description: 'Guid of the organization.' }) },
  resolve: ({ organizationId }, { services, viewer }) =>
    services.auditDeliveries.remove(viewer, organizationId),
});

const AuditFormatEnum = enumType('AuditFormat', {
  description: 'How entries are written: a line of JSON each, or in the Common Event Format (CEF).',
  values: auditFormats,
});

const AuditExport = builder.objectRef<AuditPage>('AuditExport').implement({
  description: 'A part of an operation log as a file.',
  fields: (t) => ({
    content: t.exposeString('content', { description: 'A line for each entry, in the order of the chain.' }),
    through: t.exposeInt('through', {
      description: 'Number of the last entry of it; the next part begins behind.',
    }),
    isWhole: t.exposeBoolean('isWhole', { description: 'Whether nothing comes behind it.' }),
  }),
});

problemMutation('exportAuditLog', {
  type: AuditExport,
  description:
    'Reads a part of the operation log for auditors, up to 5,000 entries; that is an entry of the log, too. For administrators.',
  args: {
    organizationId: arg.id({ required: true, description: 'Guid of the organization.' }),
    format: arg.field({ type: AuditFormatEnum, required: true, description: 'How entries are written.' }),
    after: arg.int({
      description: 'Number of the entry that it begins behind; from the beginning when left out.',
    }),
  },
  resolve: ({ organizationId, format, after }, { services, viewer }) =>
    services.auditExport.page(viewer, organizationId, { format, after: after ?? 0 }),
});
