/** Logging out, and passwords that were forgotten. */
import { demandIdentity } from '../src/access/access.js';
import { builder } from './builder.js';
import { asData, problems } from './problems.js';

builder.mutationField('logout', (t) =>
  t.field({
    type: 'Boolean',
    description: 'Ends the login whose token comes along.',
    errors: { types: problems, directResult: false },
    resolve: (_root, _args, { services, token, viewer }) =>
      asData(async () => {
        demandIdentity(viewer);
        if (token !== null) await services.auth.logout(token);
        return true;
      }),
  }),
);

builder.mutationField('requestPasswordRecovery', (t) =>
  t.field({
    type: 'Boolean',
    description:
      'Writes a mail with a code to the users of an address, in the organization of the ApiKey header or below it. The answer is the same whether there are any.',
    errors: { types: problems, directResult: false },
    args: { mail: t.arg.string({ required: true, description: 'Mail address.' }) },
    resolve: (_root, { mail }, { services, keyHolder }) =>
      asData(async () => {
        await services.users.recoverPassword(keyHolder, mail);
        return true;
      }),
  }),
);

builder.mutationField('resetPassword', (t) =>
  t.field({
    type: 'Boolean',
    description: 'Sets a new password by the code of a mail. It ends the user’s logins.',
    errors: { types: problems, directResult: false },
    args: {
      code: t.arg.string({ required: true, description: 'The code of the mail.' }),
      password: t.arg.string({ required: true, description: 'The new password.' }),
    },
    resolve: (_root, { code, password }, { services }) =>
      asData(async () => {
        await services.users.resetPassword(code, password);
        return true;
      }),
  }),
);
