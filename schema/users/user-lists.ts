/** Lists of users. */
import { userKeysetValues } from '../../src/users/user-batches.js';
import { connectionComplexity } from '../../src/graphql/complexity.js';
import { connectionOf, keysetConnection } from '../connection.js';
import { Organization, User } from '../refs.js';
import { builder } from '../builder.js';
import { UserStatusEnum } from './user.js';

const [UserConnection, UserEdge] = connectionOf(User, 'User', 'users');

builder.objectField(Organization, 'users', (t) =>
  t.connection(
    {
      type: User,
      description: 'Its users, by user name. For administrators.',
      args: {
        status: t.arg({ type: UserStatusEnum, description: 'Only those of this status.' }),
        nameContains: t.arg.string({
          description: 'Only those with this in a name or the mail address, in any case of letters.',
        }),
      },
      complexity: connectionComplexity,
      resolve: ({ id }, args, { services, viewer }) => {
        const filter = { organizationId: id, status: args.status, nameContains: args.nameContains };
        return keysetConnection({
          args,
          order: 'UserName',
          valuesOf: userKeysetValues,
          read: (keyset) => services.userBatches.page(viewer, filter, keyset),
          count: () => services.userBatches.count(viewer, filter),
        });
      },
    },
    UserConnection,
    UserEdge,
  ),
);
