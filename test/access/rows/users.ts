/** Users, roles, credits and passwords by GraphQL. */
import { newId } from '../../../src/kernel/ids.js';
import { graphql, peopleAlone, RESULT } from '../row.js';
import { makeLogin } from '../machines.js';
import { makeUser } from '../fresh.js';

const mail = () => `${newId()}@loupe.example`;

export const userRows = [
  graphql('Mutation.logout', 'user', `{ logout ${RESULT} }`, undefined, { endsLogin: true }),
  graphql(
    'Mutation.requestPasswordRecovery',
    'anyKeyHolder',
    `{ requestPasswordRecovery(input: { mail: "nobody@loupe.example" }) ${RESULT} }`,
  ),
  graphql(
    'Mutation.changeOwnPassword',
    'user',
    `{ changeOwnPassword(input: { currentPassword: "not the password", newPassword: "a good new password" }) ${RESULT} }`,
    () => ({}),
    { accepts: ['BAD_USER_INPUT', 'RATE_LIMITED'], but: peopleAlone('forbidden') },
  ),
  graphql(
    'Mutation.resetPassword',
    'anybody',
    `{ resetPassword(input: { code: "wrong", password: "a good new password" }) ${RESULT} }`,
    undefined,
    { accepts: ['INVALID_GRANT', 'BAD_USER_INPUT'] },
  ),
  graphql('Query.sendsMails', 'anybody', '{ sendsMails }'),
  graphql(
    'Mutation.createPasswordLink',
    'administrator',
    `($id: ID!) { createPasswordLink(input: { userId: $id }) ${RESULT} }`,
    (t) => ({ id: t.userId }),
  ),
  graphql(
    'Mutation.sendPasswordLink',
    'administrator',
    `($id: ID!) { sendPasswordLink(input: { userId: $id }) ${RESULT} }`,
    (t) => ({ id: t.userId }),
    // The server of the tests sends no mails.
    { accepts: ['CONFLICT'] },
  ),
  graphql('Query.roles', 'user', '{ roles }'),
  graphql(
    'Query.account',
    'administratorOr403',
    '($id: ID!) { account(organizationId: $id) { organizationId activePages accountType remainingCredit } }',
    (t) => ({ id: t.organizationId }),
  ),
  graphql(
    'Query.organization',
    'administrator',
    `($id: ID!) { organization(id: $id) {
      users { totalCount edges { node { userName mail roles } } } operations { edges { node { user operation } } }
    } }`,
    (t) => ({ id: t.organizationId }),
  ),
  graphql(
    'Mutation.transferCredit',
    'administrator',
    `($id: ID!) { transferCredit(input: { organizationId: $id, amount: 1, direction: GIVE }) ${RESULT} }`,
    (t) => ({ id: t.childId }),
  ),
  graphql(
    'Mutation.createUser',
    'signUp',
    `($id: ID!, $mail: EmailAddress!) { createUser(input: { organizationId: $id, mail: $mail }) ${RESULT} }`,
    (t) => ({ id: t.organizationId, mail: mail() }),
  ),
  graphql(
    'Mutation.replaceUser',
    'administrator',
    `($id: ID!, $mail: EmailAddress!) { replaceUser(input: { id: $id, mail: $mail }) ${RESULT} }`,
    (t) => ({ id: t.userId, mail: mail() }),
  ),
  graphql(
    'Mutation.updateUser',
    'administrator',
    `($id: ID!) { updateUser(input: { id: $id, patch: { status: ACTIVE } }) ${RESULT} }`,
    (t) => ({ id: t.userId }),
  ),
  graphql(
    'Mutation.deleteUser',
    'administrator',
    `($id: ID!) { deleteUser(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.userId }),
    { fresh: makeUser },
  ),
  ...(['assignRole', 'revokeRole'] as const).map((name) =>
    graphql(
      `Mutation.${name}`,
      'administrator',
      `($id: ID!) { ${name}(input: { userId: $id, role: EDITOR }) ${RESULT} }`,
      (t) => ({ id: t.userId }),
    ),
  ),
  graphql('Mutation.saveFilter', 'user', `{ saveFilter(input: { name: "Spring" }) ${RESULT} }`, undefined, {
    but: peopleAlone('forbidden'),
  }),
  graphql(
    'Mutation.deleteSavedFilter',
    'user',
    `{ deleteSavedFilter(input: { id: "${newId()}" }) ${RESULT} }`,
    undefined,
    { accepts: ['NOT_FOUND'], but: peopleAlone('forbidden') },
  ),
  graphql(
    'Query.ownSecondFactors',
    'user',
    '{ ownSecondFactors { isPossible passkeys { name } } }',
    undefined,
    { but: peopleAlone('forbidden') },
  ),
  ...(
    [
      ['beginSecondFactor', ''],
      ['removePasskey', `id: "${newId()}", `],
      ['removeAuthenticator', ''],
      ['createRecoveryCodes', ''],
    ] as const
  ).map(([name, more]) =>
    graphql(
      `Mutation.${name}`,
      'user',
      `{ ${name}(input: { ${more}password: "not the password" }) ${RESULT} }`,
      undefined,
      { accepts: ['BAD_USER_INPUT', 'NOT_FOUND', 'RATE_LIMITED'], but: peopleAlone('forbidden') },
    ),
  ),
  graphql(
    'Mutation.renamePasskey',
    'user',
    `{ renamePasskey(input: { id: "${newId()}", name: "x" }) ${RESULT} }`,
    undefined,
    { accepts: ['NOT_FOUND'], but: peopleAlone('forbidden') },
  ),
  // Tickets are secrets: one that is not known opens nothing for anybody.
  ...(
    [
      ['addAuthenticator', 'code: "000000"'],
      ['addPasskey', 'name: "x", passkey: {}'],
      ['finishLogin', 'code: "000000"'],
      ['finishSession', 'code: "000000"'],
    ] as const
  ).map(([name, more]) =>
    graphql(
      `Mutation.${name}`,
      'anybody',
      `{ ${name}(input: { ticket: "nothing at all", ${more} }) ${RESULT} }`,
      undefined,
      { accepts: ['INVALID_GRANT', 'FORBIDDEN'] },
    ),
  ),
  graphql(
    'Mutation.resetSecondFactor',
    'administrator',
    `($id: ID!) { resetSecondFactor(input: { id: $id }) ${RESULT} }`,
    (t) => ({ id: t.userId }),
    { fresh: makeUser },
  ),
  graphql(
    'Mutation.setSecondFactorRule',
    'administrator',
    `($id: ID!) { setSecondFactorRule(input: { organizationId: $id, roles: [] }) ${RESULT} }`,
    (t) => ({ id: t.organizationId }),
  ),
  graphql('Query.ownLogins', 'user', '{ ownLogins { id device network } }', undefined, {
    but: peopleAlone('forbidden'),
  }),
  graphql(
    'Query.loginsOf',
    'administrator',
    '($id: ID!) { loginsOf(userId: $id) { id device } }',
    (t) => ({
      id: t.userId,
    }),
    { accepts: ['empty'] },
  ),
  graphql(
    'Mutation.endLogins',
    'administrator',
    `($id: ID!) { endLogins(input: { ids: [$id] }) ${RESULT} }`,
    (t) => ({ id: t.loginId }),
    { fresh: makeLogin },
  ),
  graphql(
    'Mutation.endLoginsOf',
    'administrator',
    `($id: ID!) { endLoginsOf(input: { userId: $id }) ${RESULT} }`,
    (t) => ({ id: t.userId }),
    { fresh: makeUser },
  ),
];
