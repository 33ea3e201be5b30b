/** Groups on the wire (RFC 7643, 4.2). */
import type { GivenGroup, MemberChange } from '../../users/directory/directory-group.service.js';
import type { DirectoryGroupView } from '../../users/directory/group-rows.js';
import { GROUP_SCHEMA } from './attribute-path.js';
import { isObject, memberOf, type PatchStep } from './patch.js';
import { ScimError } from './scim-error.js';

const NOT_KEPT: ReadonlySet<string> = new Set(['schemas', 'meta']);

export function groupResource(group: DirectoryGroupView, base: string) {
  const { id, name, externalId, members } = group;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName: name,
    ...(members === null
      ? {}
      : {
          members: members.map((member) => ({
            value: member.id,
            $ref: `${base}/Users/${member.id}`,
            display: member.userName,
            type: 'User',
          })),
        }),
    meta: {
      resourceType: 'Group',
      created: group.dateCreated.toISOString(),
      lastModified: group.dateModified.toISOString(),
      location: `${base}/Groups/${id}`,
    },
  };
}

/**
 * A group after the steps.
 *
 * @param id of the group; null for a new one
 * @throws ScimError invalidPath, invalidValue, mutability
 */
export function readGroup(steps: readonly PatchStep[], id: string | null): GivenGroup {
  let name: string | undefined;
  let externalId: string | null | undefined;
  const members: MemberChange[] = [];
  for (const step of steps) {
    const { kind, path, value, isNamed } = step;
    switch (path.attribute) {
      case 'displayname':
        if (kind === 'remove') throw new ScimError('mutability', 'displayName cannot be removed.');
        name = textOf(value, 'displayName');
        break;
      case 'externalid':
        externalId = kind === 'remove' || value === null ? null : textOf(value, 'externalId');
        break;
      case 'members':
        members.push(memberChange(step));
        break;
      case 'id':
        // Okta sends it along where it renames a group.
        if (isNamed || (id !== null && value !== id)) {
          throw new ScimError('mutability', 'id is given by this server and cannot be changed.');
        }
        break;
      default:
        if (isNamed && !NOT_KEPT.has(path.attribute)) {
          throw new ScimError('invalidPath', `Groups have no attribute ${path.attribute}.`);
        }
    }
  }
  return { name, externalId, members };
}

function memberChange({ kind, path, value }: PatchStep): MemberChange {
  const filtered = path.filter.map((term) => {
    if (term.attribute === 'value' && typeof term.value === 'string') return term.value;
    throw new ScimError('invalidPath', 'Choose a member by members[value eq "<id>"].');
  });
  const userIds = filtered.length > 0 ? filtered : idsOf(value);
  // Without anybody named, all of them go.
  if (kind === 'remove' && userIds.length === 0) return { kind: 'replace', userIds: [] };
  return { kind: filtered.length > 0 && kind === 'replace' ? 'add' : kind, userIds };
}

function idsOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  return ((Array.isArray(value) ? value : [value]) as readonly unknown[]).map((member) =>
    textOf(isObject(member) ? memberOf(member, 'value') : member, 'members: value'),
  );
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new ScimError('invalidValue', `${name} must be a text.`);
  return value;
}
