/** Logging out, and passwords that were forgotten. */
import { requireIdentity } from '../../src/access/access.js';
import { passwordAddress } from '../../src/users/sessions/login-address.js';
import { builder } from '../builder.js';
import { arg, Done, problemMutation } from '../mutations.js';

problemMutation('logout', {
  cannot: ['input', 'missing'],
  type: Done,
  description: 'Ends the login whose token or session comes along.',
  resolve: async (_args, { services, token, session, viewer }) => {
    requireIdentity(viewer);
    const secret = token ?? session.token;
    if (secret !== null) await services.auth.logout(secret);
    return {};
  },
});

problemMutation('requestPasswordRecovery', {
  cannot: ['input', 'missing'],
  type: Done,
  description:
    'Writes a mail with a code to the users of an address, in the organization of the ApiKey header or below it; in every organization for pages of this server (header X-Loupe-Console: 1), which need no ApiKey. The answer is the same whether there are any.',
  args: { mail: arg.field({ type: 'EmailAddress', required: true, description: 'Mail address.' }) },
  resolve: async ({ mail }, { services, keyHolder, session }) => {
    const isOwnPage = keyHolder.kind === 'anonymous' && session.isFromOwnPage;
    if (isOwnPage) await services.passwordRecovery.recoverOnOwnPage(mail);
    else await services.users.recoverPassword(keyHolder, mail);
    return {};
  },
});

builder.queryField('sendsMails', (t) =>
  t.boolean({
    description:
      'Whether this server sends mails itself: invitations, and codes for new passwords. Otherwise they are handed on by people.',
    resolve: (_root, _args, { services }) => services.passwordRecovery.isDelivering,
  }),
);

interface PasswordLinkView {
  readonly url: string;
  readonly dateExpires: Date;
}

const PasswordLink = builder.objectRef<PasswordLinkView>('PasswordLink').implement({
  description: 'A link to hand to a user, who sets a password by it once.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'Its address; it is shown once.' }),
    expiresAt: t.expose('dateExpires', { type: 'DateTime', description: 'When it stops working.' }),
  }),
});

problemMutation('createPasswordLink', {
  type: PasswordLink,
  description:
    'Makes a link with which an active user sets a password: good for seven days for somebody who was invited, for a day for somebody who forgot it.',
  args: { userId: arg.id({ required: true, description: 'Guid of the user.' }) },
  resolve: async ({ userId }, { services, viewer, baseUrl }) => {
    const { code, dateExpires } = await services.passwordLinks.create(viewer, userId);
    return { url: passwordAddress(baseUrl, code), dateExpires };
  },
});

problemMutation('sendPasswordLink', {
  type: Done,
  description: 'Sends such a link, or its code, to the user by mail, where this server sends mails.',
  args: { userId: arg.id({ required: true, description: 'Guid of the user.' }) },
  resolve: async ({ userId }, { services, viewer }) => {
    await services.passwordLinks.send(viewer, userId);
    return {};
  },
});

problemMutation('resetPassword', {
  cannot: ['missing'],
  type: Done,
  description: 'Sets a new password by the code of a mail. It ends the user’s logins.',
  args: {
    code: arg.string({ required: true, description: 'The code of the mail.' }),
    password: arg.string({ required: true, description: 'The new password.' }),
  },
  resolve: async ({ code, password }, { services }) => {
    await services.users.resetPassword(code, password);
    return {};
  },
});

problemMutation('changeOwnPassword', {
  cannot: ['missing'],
  type: Done,
  description: 'Sets your password by the present one. It ends your logins, this one included.',
  args: {
    currentPassword: arg.string({ required: true, description: 'Your current password.' }),
    newPassword: arg.string({ required: true, description: 'The new one.' }),
  },
  resolve: async ({ currentPassword, newPassword }, { services, viewer }) => {
    await services.ownPassword.change(viewer, currentPassword, newPassword);
    return {};
  },
});
