/** Rules for a user's fields. */
import { z } from 'zod';
import { type Role, roles as allRoles } from '../access/permissions.js';
import { maxPasswordLength, minPasswordLength } from '../access/passwords.js';
import { MOST_ROLES } from './made-roles/made-role.rules.js';
import { genders, userStatuses, type User } from './user.entity.js';
import { validate } from '../access/validate.js';
import type { OperationSubject } from '../audit/operation-log.js';
import type { OperationChange } from '../audit/operation-record.entity.js';
import type { UserView } from './views.js';

const MAX_TEXT = 256;

export const password = z
  .string()
  .min(minPasswordLength, `must have at least ${minPasswordLength} characters`)
  .max(maxPasswordLength, `must have at most ${maxPasswordLength} characters`);

const name = z.string().max(MAX_TEXT, `must have at most ${MAX_TEXT} characters`).nullish();

const fields = {
  mail: z.email({ error: 'must be an e-mail address', pattern: z.regexes.unicodeEmail }).max(MAX_TEXT),
  /** Copied from the mail when absent or empty. */
  userName: z.string().max(MAX_TEXT, `must have at most ${MAX_TEXT} characters`).nullish(),
  firstName: name,
  lastName: name,
  gender: z.enum(genders, `must be one of ${genders.join(', ')}`).nullish(),
};

const userStatus = z.enum(userStatuses, `must be one of ${userStatuses.join(', ')}`);

/** Without regard to case; one that is named twice counts once. */
const roles = z
  .array(
    z.string().transform((name, context): Role => {
      const known = allRoles.find((role) => role.toLowerCase() === name.toLowerCase());
      if (known === undefined) context.addIssue(`must be one of ${allRoles.join(', ')}`);
      return known ?? 'Viewer';
    }),
  )
  .transform((named) => [...new Set(named)]);

const newUser = z
  .object({
    ...fields,
    /** Viewer when neither these nor made ones are given. */
    roles: roles.nullish(),
    madeRoleIds: z.array(z.string()).max(MOST_ROLES, `must be at most ${MOST_ROLES}`).nullish(),
    organizationId: z.string('is missing; give the id of the organization'),
    password: password.nullish(),
    status: userStatus.nullish(),
  })
  .refine(({ roles, madeRoleIds }) => roles?.length !== 0 || (madeRoleIds ?? []).length > 0, {
    path: ['roles'],
    message: `must name 1 to ${allRoles.length} roles`,
  });
export type NewUser = z.input<typeof newUser>;

const replacedUser = z.object({
  ...fields,
  organizationId: z.string().nullish(),
  status: userStatus.nullish(),
});
export type ReplacedUser = z.input<typeof replacedUser>;

const patchedUser = z.object({
  ...fields,
  mail: fields.mail.optional(),
  organizationId: z.string().nullish(),
  gender: fields.gender.unwrap().unwrap().optional(),
  status: userStatus.optional(),
  password: password.optional(),
});
/** Undefined members stay; null empties a name, and makes the user name that of the mail. */
export type PatchedUser = z.input<typeof patchedUser>;

/** @throws LoupeError BAD_USER_INPUT */
export function validNewUser(input: NewUser) {
  const user = validate(newUser, input);
  return { ...user, ...complete(user) };
}

/** @throws LoupeError BAD_USER_INPUT */
export function validReplacedUser(input: ReplacedUser) {
  const user = validate(replacedUser, input);
  return { ...user, ...complete(user) };
}

/** @throws LoupeError BAD_USER_INPUT */
export function validPatchedUser(input: PatchedUser) {
  return validate(patchedUser, input);
}

/** The user's own fields after a patch. */
export function patched(user: User, patch: Omit<PatchedUser, 'status' | 'password' | 'organizationId'>) {
  const { userName = user.userName, mail = user.mail, gender = user.gender } = patch;
  const { firstName = user.firstName, lastName = user.lastName } = patch;
  return complete({ mail, userName, firstName, lastName, gender });
}

function complete(user: Pick<ReplacedUser, 'userName' | 'mail' | 'firstName' | 'lastName' | 'gender'>) {
  return {
    mail: user.mail,
    userName: user.userName == null || user.userName === '' ? user.mail : user.userName,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    gender: user.gender ?? ('Unknown' as const),
  };
}

/** The form of a user name or mail in which two spellings of it are equal. */
export function foldName(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

export function toUserView(user: User): UserView {
  return {
    id: user.id,
    organizationId: user.organizationId,
    userName: user.userName,
    mail: user.mail,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    status: user.status,
    gender: user.gender,
    hasPassword: user.passwordHash != null,
    dateCreated: user.dateCreated,
    dateModified: user.dateModified,
  };
}

/** A user as the operation log names it. */
export function userSubject({ id, organizationId, userName }: User): OperationSubject {
  return { id: null, organizationId, other: { type: 'User', id, name: userName } };
}

/** A role that a user gets or loses, for the log: its name before and after, null where the user does not have it. */
export function roleChange(userId: string, before: string | null, after: string | null): OperationChange {
  return { kind: 'UserRole', elementId: userId, languageCode: null, field: 'role', before, after };
}
