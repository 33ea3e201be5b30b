/** The two halves of a log-in at a provider, and its end. */
import { LoupeError } from '../../src/kernel/errors.js';
import type { GraphqlContext } from '../../src/graphql/context.js';
import { builder } from '../builder.js';
import { arg, problemMutation } from '../mutations.js';

const OfferedType = builder
  .objectRef<{ readonly id: string; readonly name: string }>('OfferedSignIn')
  .implement({
    description: 'A provider that everybody may log in at.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Guid of the provider.' }),
      name: t.exposeString('name', { description: 'What people call it.' }),
    }),
  });

builder.queryField('offeredSignIns', (t) =>
  t.field({
    type: [OfferedType],
    description: 'Providers that the page of the log-in offers.',
    resolve: async (_root, _args, { services }) => [...(await services.signInProviders.offered())],
  }),
);

const BegunSignIn = builder.objectRef<{ readonly url: string }>('BegunSignIn').implement({
  description: 'A log-in that goes on at the provider.',
  fields: (t) => ({
    url: t.field({ type: 'URL', description: 'Where the browser goes now.', resolve: ({ url }) => url }),
  }),
});

problemMutation('beginSignIn', {
  cannot: ['input'],
  type: BegunSignIn,
  description: 'Begins a log-in at a provider. For pages of this server; the answer sets an httpOnly cookie.',
  args: {
    providerId: arg.id({ required: true, description: 'Guid of the provider.' }),
    returnTo: arg.string({ description: 'Path of the page to go to afterwards.' }),
  },
  resolve: async ({ providerId, returnTo }, context) => {
    requireOwnPage(context);
    const { services, session, baseUrl } = context;
    const redirectUri = `${baseUrl}/sign-in/${providerId}/return`;
    const { url, kept } = await services.signIn.begin(providerId, {
      redirectUri,
      returnTo: returnTo ?? null,
    });
    session.keepAttempt(kept);
    return { url };
  },
});

interface Finished {
  readonly isLoggedIn: boolean;
  readonly returnTo: string;
}

const FinishedSignInType = builder.objectRef<Finished>('FinishedSignIn').implement({
  description: 'A log-in that came back from the provider.',
  fields: (t) => ({
    isLoggedIn: t.exposeBoolean('isLoggedIn', {
      description: 'False while the provider is only tried: its administrators see what would have happened.',
    }),
    returnTo: t.exposeString('returnTo', { description: 'Path of the page to go to.' }),
  }),
});

problemMutation('finishSignIn', {
  cannot: ['input', 'missing'],
  type: FinishedSignInType,
  description: 'Logs the browser in as startSession does, with what the provider sent back.',
  args: {
    providerId: arg.id({
      required: true,
      description: 'Guid of the provider in the address that the browser came back to.',
    }),
    query: arg.string({
      required: true,
      description: 'What stands behind the question mark of the address that the browser came back to.',
    }),
  },
  resolve: async ({ providerId, query }, context) => {
    requireOwnPage(context);
    const { services, session } = context;
    const kept = session.attempt;
    // Used once, whatever comes of it.
    session.forgetAttempt();
    const before = session.token;
    const { login, returnTo } = await services.signIn.finish(kept, { providerId, query });
    if (login === null) return { isLoggedIn: false, returnTo };
    if (before !== null) await services.auth.logout(before);
    session.keep(login.token, login.expiresInSeconds);
    return { isLoggedIn: true, returnTo };
  },
});

builder.queryField('signOutUrl', (t) =>
  t.field({
    type: 'URL',
    nullable: true,
    description:
      'The address at which this browser ends its session at the provider, too; null for other sessions. Ask before endSession.',
    resolve: async (_root, _args, { services, session, baseUrl }) =>
      session.token === null ? null : services.signIn.endUrlOf(session.token, `${baseUrl}/`),
  }),
);

function requireOwnPage({ session }: GraphqlContext): void {
  if (session.isFromOwnPage) return;
  throw new LoupeError(
    'FORBIDDEN',
    'Single sign-on is for pages of this server, which send the header X-Loupe-Console: 1.',
  );
}
