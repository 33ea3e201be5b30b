/** Sessions of browsers: what the pages of this server log in with. */
import { siteOf } from '../../src/users/second-factors/passkeys.js';
import type { LoginView } from '../../src/users/views.js';
import { LoupeError } from '../../src/kernel/errors.js';
import type { GraphqlContext } from '../../src/graphql/context.js';
import { builder } from '../builder.js';
import { arg, Done, problemMutation } from '../mutations.js';
import { secondStep } from './second-factor-types.js';

const StartedSession = builder.objectRef<LoginView>('StartedSession').implement({
  description: 'A session of a browser. Its secret is in a cookie that no script can read.',
  fields: (t) => ({
    expiresAt: t.expose('dateExpires', { type: 'DateTime', description: 'When it ends.' }),
    userId: t.id({ description: 'Guid of the user who logged in.', resolve: ({ user }) => user.id }),
    userName: t.string({ description: 'Name used to log in.', resolve: ({ user }) => user.userName }),
    organizationId: t.id({
      description: 'Organization of the user.',
      resolve: ({ user }) => user.organizationId,
    }),
  }),
});

const credentials = {
  login: arg.string({ required: true, description: 'User name, by default the mail address.' }),
  password: arg.string({ required: true, description: 'The password.' }),
};

/** Starts a session for a page of this server and puts its secret into the cookie. */
async function startFor(context: GraphqlContext, start: () => Promise<LoginView>): Promise<LoginView> {
  const { session } = context;
  if (!session.isFromOwnPage) {
    throw new LoupeError(
      'FORBIDDEN',
      'Sessions are for pages of this server, which send the header X-Loupe-Console: 1. Programs use the mutation login.',
    );
  }
  const before = session.token;
  const login = await start();
  if (before !== null) await context.services.auth.logout(before);
  session.keep(login.token, login.expiresInSeconds);
  return login;
}

problemMutation('startSession', {
  cannot: ['input', 'missing'],
  may: ['secondFactor'],
  type: StartedSession,
  description:
    'Logs a browser in: the answer sets an httpOnly cookie, which counts together with the header X-Loupe-Console: 1 in requests of pages of this server. Who has a second factor goes on with finishSession.',
  args: credentials,
  resolve: async ({ login, password }, context) =>
    startFor(context, () =>
      context.services.sessions.start(
        { userName: login, password, address: context.host },
        siteOf(context.baseUrl),
      ),
    ),
});

problemMutation('finishSession', {
  cannot: ['input', 'missing'],
  type: StartedSession,
  description: 'The second step of startSession and of startSessionByPasswordCode.',
  args: secondStep,
  resolve: async ({ ticket, code, passkey }, context) =>
    startFor(context, () =>
      context.services.sessions.finish(
        ticket,
        { code: code ?? null, passkey: passkey ?? null },
        { site: siteOf(context.baseUrl), address: context.host },
      ),
    ),
});

problemMutation('startSessionByLink', {
  cannot: ['input', 'missing'],
  type: StartedSession,
  description:
    'As startSession, by the code of a link that works once, which the server’s operator was shown.',
  args: { code: arg.string({ required: true, description: 'The code of the link.' }) },
  resolve: async ({ code }, context) =>
    startFor(context, () => context.services.sessions.startByLink(code, context.host)),
});

problemMutation('startSessionByPasswordCode', {
  cannot: ['missing'],
  may: ['secondFactor'],
  type: StartedSession,
  description: 'Sets a new password as resetPassword does, and logs the browser in as startSession does.',
  args: {
    code: arg.string({ required: true, description: 'The code of the mail or of the link.' }),
    password: arg.string({ required: true, description: 'The new password.' }),
  },
  resolve: async ({ code, password }, context) =>
    startFor(context, async () => {
      const { sessions, users } = context.services;
      return sessions.startAfterReset(await users.resetPassword(code, password), siteOf(context.baseUrl));
    }),
});

problemMutation('endSession', {
  cannot: ['input', 'missing', 'access'],
  type: Done,
  description: 'Logs a browser out: ends its session, if it has one, and removes the cookie.',
  resolve: async (_args, { services, session }) => {
    if (session.token !== null) await services.auth.logout(session.token);
    session.forget();
    return {};
  },
});
