/** Views of users, accounts and log records as the platform's clients know them. */
import type { AccountView, LoginView, UserView } from './views.js';
import type { OperationView } from '../audit/operation-log.js';
import { z } from 'zod';
import { type Role, roles } from '../access/permissions.js';
import { genders, userStatuses } from './user.entity.js';
import { accountTypes } from '../organizations/organization.entity.js';
import { date, guid, optionalText, shape, text, whole } from '../rest/platform/shapes.js';

import { view } from '../rest/shared/view.js';

const userShape = shape('User', 'Somebody who may log in', {
  Id: guid,
  OrganizationId: guid,
  UserName: text,
  Mail: text,
  FirstName: optionalText,
  LastName: optionalText,
  Status: z.enum(userStatuses),
  Gender: z.enum(genders),
});

export const userView = view(userShape, (user: UserView) => ({
  Id: user.id,
  OrganizationId: user.organizationId,
  UserName: user.userName,
  Mail: user.mail,
  FirstName: user.firstName,
  LastName: user.lastName,
  Status: user.status,
  Gender: user.gender,
}));

export const roleView = view(shape('Role', 'A set of rights', { Role: z.enum(roles) }), (role: Role) => ({
  Role: role,
}));

export const passwordLinkView = view(
  shape('PasswordLink', 'A link to hand to a user, who sets a password by it once', {
    Url: text.describe('Its address; it is answered once'),
    DateExpires: date.describe('When it stops working'),
  }),
  ({ url, dateExpires }: { readonly url: string; readonly dateExpires: Date }) => ({
    Url: url,
    DateExpires: dateExpires.toISOString(),
  }),
);

const accountShape = shape('Account', 'The contract of an organization', {
  OrganizationId: guid,
  ValidityDate: date.nullable().describe('End of the contract'),
  ActivePages: whole,
  ActivationCumul: whole.describe('Pages activated at least once'),
  AccountType: z.enum(accountTypes),
  RemainingCredit: whole
    .nullable()
    .describe('Pages left to activate; null where the contract does not count them'),
});

export const accountView = view(accountShape, (account: AccountView) => ({
  OrganizationId: account.organizationId,
  ValidityDate: account.validityDate?.toISOString() ?? null,
  ActivePages: account.activePages,
  ActivationCumul: account.activationCumul,
  AccountType: account.accountType,
  RemainingCredit: account.remainingCredit,
}));

const operationShape = shape('Operation', 'An entry of the operation log', {
  Date: date,
  User: text,
  Operation: text,
  ElementId: guid.nullable().describe('The element, user or picture; it may be gone by now'),
  ElementType: text.describe('A type of node, User or Picture; empty where it is not known'),
  ElementName: text.describe('At that time'),
  Changes: z.array(
    shape('OperationChange', 'A value that an operation changed', {
      Kind: text.describe('What carries the value, for example Title'),
      ElementId: guid.nullable(),
      LanguageCode: optionalText,
      Field: text,
      Before: optionalText.describe('As text or JSON; null where there was none, and for secrets'),
      After: optionalText,
    }),
  ),
  ChangesLeftOut: whole.describe('How many more values were changed'),
});

export const operationView = view(operationShape, (operation: OperationView) => ({
  Date: operation.date.toISOString(),
  User: operation.user,
  Operation: operation.operation,
  ElementId: operation.elementId,
  ElementType: operation.elementType,
  ElementName: operation.elementName,
  Changes: operation.changes.map(({ kind, elementId, languageCode, field, before, after }) => ({
    Kind: kind,
    ElementId: elementId,
    LanguageCode: languageCode,
    Field: field,
    Before: before,
    After: after,
  })),
  ChangesLeftOut: operation.changesLeftOut,
}));

const loginShape = shape('Login', 'A token and whose it is', {
  access_token: text,
  token_type: z.literal('bearer'),
  expires_in: whole.describe('Seconds'),
  organizationId: guid,
  userId: guid,
  userName: text,
  mail: text,
  firstName: optionalText,
  lastName: optionalText,
  roles: text.describe('Comma-separated'),
  '.issued': text.describe('RFC 1123 date'),
  '.expires': text.describe('RFC 1123 date'),
});

export const loginView = view(loginShape, (login: LoginView) => ({
  access_token: login.token,
  token_type: 'bearer' as const,
  expires_in: login.expiresInSeconds,
  organizationId: login.user.organizationId,
  userId: login.user.id,
  userName: login.user.userName,
  mail: login.user.mail,
  firstName: login.user.firstName,
  lastName: login.user.lastName,
  roles: login.roles.join(','),
  '.issued': login.dateIssued.toUTCString(),
  '.expires': login.dateExpires.toUTCString(),
}));

export const loginErrorShape = shape('LoginError', 'Why a login was refused (RFC 6749, 5.2)', {
  error: z.enum(['invalid_grant', 'invalid_client', 'unsupported_grant_type', 'invalid_request']),
  error_description: text,
});
