/** Logging out, and passwords that were forgotten. */
import { demandIdentity } from '../src/access/access.js';
import { arg, problemMutation } from './mutations.js';

problemMutation('logout', {
  type: 'Boolean',
  description: 'Ends the login whose token or session comes along.',
  resolve: async (_args, { services, token, session, viewer }) => {
    demandIdentity(viewer);
    const secret = token ?? session.token;
    if (secret !== null) await services.auth.logout(secret);
    return true;
  },
});

problemMutation('requestPasswordRecovery', {
  type: 'Boolean',
  description:
    'Writes a mail with a code to the users of an address, in the organization of the ApiKey header or below it. The answer is the same whether there are any.',
  args: { mail: arg.string({ required: true, description: 'Mail address.' }) },
  resolve: async ({ mail }, { services, keyHolder }) => {
    await services.users.recoverPassword(keyHolder, mail);
    return true;
  },
});

problemMutation('resetPassword', {
  type: 'Boolean',
  description: 'Sets a new password by the code of a mail. It ends the user’s logins.',
  args: {
    code: arg.string({ required: true, description: 'The code of the mail.' }),
    password: arg.string({ required: true, description: 'The new password.' }),
  },
  resolve: async ({ code, password }, { services }) => {
    await services.users.resetPassword(code, password);
    return true;
  },
});

problemMutation('changeOwnPassword', {
  type: 'Boolean',
  description: 'Sets your password by the present one. It ends your logins, this one included.',
  args: {
    currentPassword: arg.string({ required: true, description: 'Your present password.' }),
    newPassword: arg.string({ required: true, description: 'The new one.' }),
  },
  resolve: async ({ currentPassword, newPassword }, { services, viewer }) => {
    await services.ownPassword.change(viewer, currentPassword, newPassword);
    return true;
  },
});
