/** Records that organizations keep of their readers. */
import { hostPolicies } from '../../src/organizations/organization.entity.js';
import type { RecordKeeping } from '../../src/readers/record-keeping.service.js';
import { builder, enumType } from '../builder.js';
import { givenOrNull } from '../inputs.js';
import { arg, problemMutation } from '../mutations.js';

const HostPolicyEnum = enumType('HostPolicy', {
  description: 'How much is kept of a reader’s address: all of it, all but its last part, or nothing.',
  values: hostPolicies,
});

const RecordKeepingType = builder.objectRef<RecordKeeping>('RecordKeeping').implement({
  description: 'What an organization keeps of matches and clicks.',
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Guid of the organization.' }),
    auditDays: t.exposeInt('auditDays', {
      nullable: true,
      description:
        'Entries of the operation log older than this number of days are removed, from the beginning of its chain on; null keeps them.',
    }),
    retentionDays: t.exposeInt('retentionDays', {
      nullable: true,
      description: 'Records older than this are removed; null keeps them.',
    }),
    hostPolicy: t.expose('hostPolicy', {
      type: HostPolicyEnum,
      description: 'How much is kept of addresses from now on.',
    }),
  }),
});

const RecordKeepingPatch = builder.inputType('RecordKeepingPatch', {
  description: 'What to change of it.',
  fields: (t) => ({
    retentionDays: t.int({ description: '1–36500; null keeps records for ever.' }),
    auditDays: t.int({ description: '30–36500; null keeps the operation log for ever.' }),
    hostPolicy: t.field({ type: HostPolicyEnum, description: 'How much is kept of addresses.' }),
  }),
});

builder.queryField('recordKeeping', (t) =>
  t.field({
    type: RecordKeepingType,
    description: 'What an organization keeps of its readers.',
    args: { organizationId: t.arg.id({ required: true, description: 'Guid of the organization.' }) },
    resolve: (_root, { organizationId }, { services, viewer }) =>
      services.recordKeeping.get(viewer, organizationId),
  }),
);

problemMutation('updateRecordKeeping', {
  type: RecordKeepingType,
  description: 'Changes what an organization keeps of its readers. For administrators.',
  args: {
    organizationId: arg.id({ required: true, description: 'Guid of the organization.' }),
    patch: arg.field({ type: RecordKeepingPatch, required: true, description: 'What to change.' }),
  },
  resolve: ({ organizationId, patch }, { services, viewer }) =>
    services.recordKeeping.update(viewer, organizationId, givenOrNull(patch, ['retentionDays', 'auditDays'])),
});
