/** The operation log: who did what, when. */
import type { OperationView } from '../src/audit/operation-log.js';
import { connectionComplexity } from '../src/graphql/complexity.js';
import { builder } from './builder.js';
import { connectionOf, keysetConnection } from './connection.js';
import { NodeInterface } from './node.js';
import { Operation, Organization } from './refs.js';

Operation.implement({
  description: 'Something that was done.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    date: t.expose('date', { type: 'DateTime', description: 'When.' }),
    user: t.exposeString('user', { description: 'Who: a user name, apiKey or operator.' }),
    operation: t.exposeString('operation', { description: 'What, for example folder:create.' }),
    nodeId: t.exposeID('nodeId', { nullable: true, description: 'On which element; it may be gone by now.' }),
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
      },
      complexity: connectionComplexity,
      resolve: ({ id }, args, { services, viewer }) => {
        const filter = { organizationId: id, from: args.from ?? null, to: args.to ?? null };
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
