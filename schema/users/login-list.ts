/** Log-ins that are good now, and how they end. */
import type { GraphqlContext } from '../../src/graphql/context.js';
import type { ListedLogin } from '../../src/users/sessions/login-list.service.js';
import { builder } from '../builder.js';
import { arg, Done, problemMutation } from '../mutations.js';

const LoginType = builder.objectRef<ListedLogin>('Login').implement({
  description: 'A log-in of a user that is good now: a session of a browser, or a token of a program.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Guid of the log-in.' }),
    isBrowser: t.exposeBoolean('isBrowser', { description: 'True for sessions of browsers.' }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether this request comes with it.' }),
    provider: t.exposeString('provider', {
      nullable: true,
      description: 'Where it began; null for passwords and links.',
    }),
    device: t.exposeString('device', {
      description: 'What the browser or program said of itself (User-Agent); empty until it is used.',
    }),
    network: t.exposeString('network', {
      description:
        'From where it was last used: the IP address, of IPv6 its /64. Nobody is asked for its place.',
    }),
    createdAt: t.expose('dateCreated', { type: 'DateTime', description: 'When it began.' }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to a minute.',
      resolve: ({ dateLastUsed }) => dateLastUsed,
    }),
    expiresAt: t.expose('dateExpires', { type: 'DateTime', description: 'When it ends by itself.' }),
  }),
});

const secretOf = ({ token, session }: GraphqlContext) => token ?? session.token;

builder.queryField('ownLogins', (t) =>
  t.field({
    type: [LoginType],
    description: 'Your log-ins that are good now, the newest first.',
    resolve: async (_root, _args, context) => [
      ...(await context.services.loginList.own(context.viewer, secretOf(context))),
    ],
  }),
);

builder.queryField('loginsOf', (t) =>
  t.field({
    type: [LoginType],
    description: 'The log-ins of a user, the newest first. For administrators.',
    args: { userId: t.arg.id({ required: true, description: 'Guid of the user.' }) },
    resolve: async (_root, { userId }, { services, viewer }) => [
      ...(await services.loginList.of(viewer, userId)),
    ],
  }),
);

problemMutation('endLogins', {
  type: Done,
  description: 'Ends log-ins, yours or of users whom you administer. They open nothing from now on.',
  args: { ids: arg.idList({ required: true, description: 'Guids of the log-ins, up to 200.' }) },
  resolve: async ({ ids }, { services, viewer }) => {
    await services.loginList.end(viewer, ids);
    return {};
  },
});

problemMutation('endLoginsOf', {
  cannot: ['input'],
  type: Done,
  description: 'Ends all log-ins of a user. For administrators.',
  args: { userId: arg.id({ required: true, description: 'Guid of the user.' }) },
  resolve: async ({ userId }, { services, viewer }) => {
    await services.loginList.endOf(viewer, userId);
    return {};
  },
});
