/** Users on the wire (RFC 7643, 4.1). */
import type { DirectoryPerson, GivenPerson } from '../../users/directory/directory-user.rules.js';
import { type AttributePath, EXTENSION, USER_SCHEMA } from './attribute-path.js';
import { isObject, memberOf, type PatchStep } from './patch.js';
import { ScimError } from './scim-error.js';

type Changed = { -readonly [Name in keyof GivenPerson]: GivenPerson[Name] };

/** Attributes of the RFC that are taken and not kept. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'schemas',
  'meta',
  'addresses',
  'entitlements',
  'ims',
  'locale',
  'nickname',
  'password',
  'phonenumbers',
  'photos',
  'preferredlanguage',
  'profileurl',
  'roles',
  'timezone',
  'title',
  'usertype',
  'x509certificates',
  EXTENSION,
]);

export function userResource(person: DirectoryPerson, base: string) {
  const { id, userName, externalId, displayName, firstName, lastName, mail, isActive, groups } = person;
  const whole = [firstName, lastName].filter((name) => name !== null).join(' ');
  return {
    schemas: [USER_SCHEMA],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName,
    name: {
      ...(whole === '' ? {} : { formatted: whole }),
      ...(firstName === null ? {} : { givenName: firstName }),
      ...(lastName === null ? {} : { familyName: lastName }),
    },
    displayName: displayName ?? (whole === '' ? userName : whole),
    emails: [{ value: mail, type: 'work', primary: true }],
    active: isActive,
    groups: groups.map((group) => ({
      value: group.id,
      $ref: `${base}/Groups/${group.id}`,
      display: group.name,
      type: 'direct',
    })),
    meta: {
      resourceType: 'User',
      created: person.dateCreated.toISOString(),
      lastModified: person.dateModified.toISOString(),
      location: `${base}/Users/${id}`,
    },
  };
}

/**
 * A user after the steps.
 *
 * @param id of the user; null for somebody new
 * @throws ScimError invalidPath, invalidValue, mutability
 */
export function readPerson(steps: readonly PatchStep[], id: string | null): GivenPerson {
  const changed: Changed = {};
  for (const step of steps) apply(changed, step, id);
  return changed;
}

function apply(changed: Changed, step: PatchStep, id: string | null): void {
  const { path, isNamed } = step;
  switch (path.attribute) {
    case 'username':
      changed.userName = required(step);
      return;
    case 'externalid':
      changed.externalId = optional(step);
      return;
    case 'displayname':
      changed.displayName = optional(step);
      return;
    case 'name':
      applyName(changed, step);
      return;
    case 'active':
      changed.isActive = readFlag(required(step, true));
      return;
    case 'emails':
      applyMails(changed, step);
      return;
    case 'id':
      if (isNamed || (id !== null && step.value !== id)) throw fixed('id');
      return;
    case 'groups':
      if (isNamed) throw fixed('groups');
      return;
    default:
      if (isNamed && !NOT_KEPT.has(path.attribute)) {
        throw new ScimError('invalidPath', `Users have no attribute ${path.attribute}.`);
      }
  }
}

function applyName(changed: Changed, step: PatchStep): void {
  const { kind, path, value } = step;
  if (path.part === 'givenname') changed.firstName = optional(step);
  else if (path.part === 'familyname') changed.lastName = optional(step);
  else if (path.part !== null) return;
  else if (kind === 'remove') Object.assign(changed, { firstName: null, lastName: null });
  else if (isObject(value)) {
    for (const part of ['givenname', 'familyname']) {
      const given = memberOf(value, part);
      if (given !== undefined) applyName(changed, { ...step, path: { ...path, part }, value: given });
    }
  } else throw new ScimError('invalidValue', 'name must be an object with givenName and familyName.');
}

/** One address is kept: the primary one, else that for work, else the first. */
function applyMails(changed: Changed, step: PatchStep): void {
  const { kind, path, value } = step;
  if (isOtherMail(path)) return;
  if (kind === 'remove') throw new ScimError('mutability', 'emails: a user keeps an address; replace it.');
  if (path.part !== null && path.part !== 'value') return;
  const given = (Array.isArray(value) ? value : [value]) as readonly unknown[];
  const addresses = given.map((each) => (isObject(each) ? each : { value: each }));
  const chosen =
    addresses.find((each) => memberOf(each, 'primary') === true) ??
    addresses.find((each) => memberOf(each, 'type') === 'work') ??
    addresses[0];
  if (chosen === undefined) return;
  const mail = memberOf(chosen, 'value');
  if (typeof mail !== 'string') throw new ScimError('invalidValue', 'emails: value must be a text.');
  changed.mail = mail;
}

/** Whether a path chooses another address than the one for work. */
function isOtherMail({ filter }: AttributePath): boolean {
  return filter.some(
    ({ attribute, value }) =>
      (attribute === 'type' && String(value).toLowerCase() !== 'work') ||
      (attribute === 'primary' && String(value).toLowerCase() === 'false'),
  );
}

function required({ kind, path, value }: PatchStep, mayBeFlag = false): string {
  if (kind === 'remove') throw new ScimError('mutability', `${path.attribute} cannot be removed.`);
  if (mayBeFlag && typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') throw new ScimError('invalidValue', `${path.attribute} must be a text.`);
  return value;
}

function optional({ kind, path, value }: PatchStep): string | null {
  if (kind === 'remove' || value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string') {
    throw new ScimError('invalidValue', `${path.part ?? path.attribute} must be a text.`);
  }
  return value;
}

/** Entra writes "True" and "False". */
function readFlag(text: string): boolean {
  const lower = text.trim().toLowerCase();
  if (lower !== 'true' && lower !== 'false')
    throw new ScimError('invalidValue', 'active must be true or false.');
  return lower === 'true';
}

function fixed(attribute: string): ScimError {
  return new ScimError('mutability', `${attribute} is given by this server and cannot be changed.`);
}
