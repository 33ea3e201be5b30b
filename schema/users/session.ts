/** Logging in, and who you are. */
import type { Role } from '../../src/access/permissions.js';
import { LoupeError } from '../../src/kernel/errors.js';
import type { GraphqlContext } from '../../src/graphql/context.js';
import { batched } from '../../src/graphql/loaders.js';
import { siteOf } from '../../src/users/second-factors/passkeys.js';
import type { LoginView } from '../../src/users/views.js';
import { builder } from '../builder.js';
import { arg, problemMutation } from '../mutations.js';
import { Organization, User } from '../refs.js';
import { RoleEnum } from '../status.js';
import { RightType } from './made-role.js';
import { secondStep } from './second-factor-types.js';

interface SessionView {
  readonly accessToken: string;
  readonly expiresAt: Date;
  readonly organizationId: string;
}

const Session = builder.objectRef<SessionView>('Session').implement({
  description: 'A login. Send the token with every call: `Authorization: Bearer <token>`.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', { description: 'The secret; it is shown once.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it stops working.' }),
    organizationId: t.exposeID('organizationId', { description: 'Your organization.' }),
  }),
});

interface Me {
  readonly userId: string;
  readonly userName: string;
  readonly organizationId: string;
  readonly roles: readonly Role[];
}

/** Only who asks for mail and names has the user looked up. */
const loadUser = (context: GraphqlContext, id: string) => User.getDataloader(context).load(id);

export const MeType = builder.objectRef<Me>('Me').implement({
  description: 'The logged-in user.',
  fields: (t) => ({
    id: t.exposeID('userId', { description: 'Guid of the user.' }),
    userName: t.exposeString('userName', { description: 'Name used to log in.' }),
    mail: t.field({
      type: 'EmailAddress',
      description: 'Mail address.',
      resolve: async ({ userId }, _args, context) => (await loadUser(context, userId)).mail,
    }),
    firstName: t.string({
      nullable: true,
      description: 'First name.',
      resolve: async ({ userId }, _args, context) => (await loadUser(context, userId)).firstName,
    }),
    lastName: t.string({
      nullable: true,
      description: 'Last name.',
      resolve: async ({ userId }, _args, context) => (await loadUser(context, userId)).lastName,
    }),
    roles: t.field({ type: [RoleEnum], description: 'What you may do.', resolve: ({ roles }) => [...roles] }),
    rights: t.loadableList({
      loaderOptions: batched,
      type: RightType,
      description: 'What you may do by all roles, also those that your organization made.',
      complexity: 3,
      load: (ids: string[], { services, viewer }) => services.madeRoleBatches.rightsOf(viewer, ids),
      resolve: ({ userId }) => userId,
    }),
    organization: t.field({
      type: Organization,
      description: 'Your organization.',
      resolve: ({ organizationId }) => organizationId,
    }),
  }),
});

builder.queryField('me', (t) =>
  t.field({
    type: MeType,
    description: 'The logged-in user.',
    resolve: (_root, _args, { viewer }) => {
      if (viewer.kind !== 'user') {
        throw new LoupeError('UNAUTHENTICATED', 'Log in first (mutation login), then send its token.');
      }
      const { userId, userName, organizationId, roles } = viewer;
      return { userId, userName, organizationId, roles: [...roles].sort() };
    },
  }),
);

problemMutation('login', {
  cannot: ['input', 'missing'],
  may: ['secondFactor'],
  type: Session,
  description:
    'Logs in. The ApiKey may come as argument or as header. Who has a second factor goes on with finishLogin.',
  args: {
    userName: arg.string({ required: true, description: 'Name or mail address of the user.' }),
    password: arg.string({ required: true, description: 'The password.' }),
    apiKey: arg.string({ description: 'ApiKey of the organization, when there is no ApiKey header.' }),
  },
  resolve: async ({ userName, password, apiKey }, { services, headers, host, baseUrl }) => {
    const header = headers['apikey'];
    const key = apiKey ?? (typeof header === 'string' ? header : '');
    const site = siteOf(baseUrl);
    return sessionOf(await services.auth.login({ apiKey: key, userName, password, address: host, site }));
  },
});

problemMutation('finishLogin', {
  cannot: ['input', 'missing'],
  type: Session,
  description: 'The second step of login.',
  args: secondStep,
  resolve: async ({ ticket, code, passkey }, { services, host, baseUrl }) =>
    sessionOf(
      await services.auth.finishLogin(
        ticket,
        { code: code ?? null, passkey: passkey ?? null },
        { site: siteOf(baseUrl), address: host },
      ),
    ),
});

function sessionOf({ token, dateExpires, user }: LoginView): SessionView {
  return { accessToken: token, expiresAt: dateExpires, organizationId: user.organizationId };
}
