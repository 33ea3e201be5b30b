/** The operation log: who did what, when. */
import type { OperationView } from '../../src/audit/operation-log.js';
import type { PlacedChange } from '../../src/documents/history/replacements.js';
import type { OperationChange } from '../../src/audit/operation-record.entity.js';
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { builder } from '../builder.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { NodeInterface } from '../node.js';
import { Operation, Organization } from '../refs.js';

export const OperationChangeType = builder
  .objectRef<OperationChange & Partial<PlacedChange>>('OperationChange')
  .implement({
    description: 'A value that an operation changed.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: 'What carries the value, for example Title or Action.' }),
      elementId: t.exposeID('elementId', { nullable: true, description: 'What it belongs to.' }),
      elementName: t.string({
        nullable: true,
        description: 'Its name, in the history of a document; null elsewhere.',
        resolve: ({ elementName }) => elementName ?? null,
      }),
      pageName: t.string({
        nullable: true,
        description: 'Of a zone in the history of a document: the name of its page; null elsewhere.',
        resolve: ({ pageName }) => pageName ?? null,
      }),
      languageCode: t.expose('languageCode', {
        type: 'Locale',
        nullable: true,
        description: 'Language of a title or an action.',
      }),
      field: t.exposeString('field', { description: 'Name of the value, for example name.' }),
      before: t.exposeString('before', {
        nullable: true,
        description: 'As text or JSON; null where there was none, and for passwords and keys.',
      }),
      after: t.exposeString('after', { nullable: true, description: 'Likewise.' }),
    }),
  });

Operation.implement({
  description: 'Something that was done.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    createdAt: t.expose('date', { type: 'DateTime', description: 'When.' }),
    user: t.exposeString('user', { description: 'Who: a user name, apiKey or operator.' }),
    operation: t.exposeString('operation', { description: 'What, for example folder:create.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'Guid of the user.' }),
    nodeId: t.exposeID('nodeId', {
      nullable: true,
      description: 'On which element of the tree; it may be gone by now.',
    }),
    elementId: t.exposeID('elementId', {
      nullable: true,
      description: 'On which element, user or picture; it may be gone by now.',
    }),
    elementType: t.exposeString('elementType', {
      description: 'Kind of the element: a type of the tree, User or Picture; empty where it is not known.',
    }),
    elementName: t.exposeString('elementName', { description: 'Name of the element at that time.' }),
    changes: t.field({
      type: [OperationChangeType],
      description: 'Values that were changed.',
      resolve: ({ changes }) => [...changes],
    }),
    changesLeftOut: t.exposeInt('changesLeftOut', { description: 'How many more values were changed.' }),
  }),
});

const [OperationConnection, OperationEdge] = connectionOf(Operation, 'Operation', 'operations');

builder.objectField(Organization, 'operations', (t) =>
  t.connection(
    {
      type: Operation,
      description: 'What was done in it, newest first. For administrators.',
      args: {
        from: t.arg({ type: 'DateTime', description: 'Only those from then on.' }),
        to: t.arg({ type: 'DateTime', description: 'Only those before then.' }),
        elementId: t.arg.id({
          description: 'Only those on this element, user or picture, or on something that was in it.',
        }),
        user: t.arg.string({ description: 'Only those of this user, by name or Guid.' }),
        operation: t.arg.string({
          description: 'Only those of this kind, for example title, or exactly title:write.',
        }),
      },
      complexity: connectionComplexity,
      resolve: ({ id }, { from, to, elementId, user, operation, ...args }, { services, viewer }) => {
        const filter = { organizationId: id, from, to, elementId, user, operation };
        return keysetConnection<OperationView>({
          args,
          order: 'Date',
          valuesOf: (operation) => [operation.date, operation.id],
          read: (keyset) => services.operations.page(viewer, filter, keyset),
          count: () => services.operations.count(viewer, filter),
        });
      },
    },
    OperationConnection,
    OperationEdge,
  ),
);
