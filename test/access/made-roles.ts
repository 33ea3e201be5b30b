/** Users of the table whose rights come from roles that their organization made. */
import { operator } from '../../src/access/viewer.js';
import { permissions } from '../../src/access/permissions.js';
import { scopes } from '../../src/access/scopes.js';
import { newId } from '../../src/kernel/ids.js';
import type { TestApp } from '../kit/app.js';
import type { SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { canary } from './target.js';

interface Made {
  readonly loupe: TestApp;
  readonly organization: SeededOrganization;
}

/** Everything that editors may do. */
const ofEditors = scopes.filter((scope) => permissions[scope].some((role) => role === 'Editor'));
const inFolders = ofEditors.filter((scope) => !scope.startsWith('picture:'));

export async function makeMadeRole({ loupe, organization }: Made): Promise<string> {
  const { id } = await loupe.app.services.madeRoles.create(operator, organization.id, {
    name: `${canary()} role ${newId()}`,
    operations: ['node:read'],
  });
  return id;
}

export async function makeHolders(
  made: Made & { readonly administrator: SeededUser },
  mail: () => string,
): Promise<{ readonly madeEditor: SeededUser; readonly folderEditor: SeededUser }> {
  const { loupe, organization, administrator } = made;
  const { madeRoles, roles } = loupe.app.services;
  const { id: elsewhere } = await administrator.folder({ name: 'Of a role' });
  const editing = { name: `${canary()} editors`, operations: [...ofEditors] };
  const inFolder = { name: `${canary()} editors there`, operations: [...inFolders], placeIds: [elsewhere] };
  const madeEditor = await organization.user({ roles: ['Viewer'], mail: mail() });
  const folderEditor = await organization.user({ roles: ['Viewer'], mail: mail() });
  for (const [{ id }, input] of [
    [madeEditor, editing],
    [folderEditor, inFolder],
  ] as const) {
    const role = await madeRoles.create(operator, organization.id, input);
    await madeRoles.assign(operator, id, role.id);
  }
  await roles.revoke(operator, madeEditor.id, 'Viewer');
  return { madeEditor, folderEditor };
}
