/** Words of a directory about a person, and the person that they make. */
import { z } from 'zod';
import { validate } from '../../access/validate.js';
import { validNewUser } from '../user.rules.js';
import type { HeldGroup } from './directory-place.js';

export interface DirectoryPerson {
  readonly id: string;
  readonly userName: string;
  readonly externalId: string | null;
  readonly displayName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly mail: string;
  readonly isActive: boolean;
  readonly groups: readonly HeldGroup[];
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

/** Members that are undefined stay as they are; null empties. */
export interface GivenPerson {
  readonly userName?: string | undefined;
  readonly externalId?: string | null | undefined;
  readonly displayName?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  /** The user name, where it is an address, for somebody new without one. */
  readonly mail?: string | undefined;
  readonly isActive?: boolean | undefined;
}

/** Everything that is given must be equal; names and mail without regard to case. */
export interface PersonWanted {
  readonly id?: string | undefined;
  readonly userName?: string | undefined;
  readonly externalId?: string | undefined;
  readonly mail?: string | undefined;
}

const text = z.string().max(256, 'must have at most 256 characters').nullable();
const named = z.object({
  userName: z.string().trim().min(1, 'is missing').max(256, 'must have at most 256 characters'),
  externalId: text,
  displayName: text,
});

type Person = Omit<DirectoryPerson, 'id' | 'groups' | 'dateCreated' | 'dateModified'>;

/**
 * The whole of a person after what is given.
 *
 * @param before null for somebody new
 * @throws LoupeError BAD_USER_INPUT
 */
export function usablePerson(given: GivenPerson, before: Person | null, organizationId: string): Person {
  const { externalId = before?.externalId ?? null, displayName = before?.displayName ?? null } = given;
  const { userName } = validate(named, {
    userName: given.userName ?? before?.userName,
    externalId,
    displayName,
  });
  const { mail, firstName, lastName } = validNewUser({
    organizationId,
    mail: given.mail ?? before?.mail ?? userName,
    firstName: given.firstName === undefined ? before?.firstName : given.firstName,
    lastName: given.lastName === undefined ? before?.lastName : given.lastName,
  });
  const isActive = given.isActive ?? before?.isActive ?? true;
  return { userName, externalId, displayName, mail, firstName, lastName, isActive };
}
