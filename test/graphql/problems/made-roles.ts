/** Refusals of the mutations of made roles. */
import { operator } from '../../../src/access/viewer.js';
import { makeMadeRole } from '../../access/made-roles.js';
import type { World } from '../../access/world.js';

export const MADE_ROLE_FAULTS = {
  createMadeRole: { name: '' },
  updateMadeRole: async (world: World) => ({ id: await makeMadeRole(world), name: 'editor' }),
  deleteMadeRole: async (world: World) => ({ id: await makeMadeRole(world), replacementId: 'x' }),
  // A user of an organization below.
  assignMadeRole: async (world: World) => {
    const below = await world.organization.organization();
    const { id: userId } = await below.user({ roles: ['Viewer'] });
    return { userId, roleId: await makeMadeRole(world) };
  },
  // The only role of a user.
  revokeMadeRole: async (world: World) => {
    const { madeRoles, roles } = world.loupe.app.services;
    const roleId = await makeMadeRole(world);
    const { id: userId } = await world.organization.user({ roles: ['Viewer'] });
    await madeRoles.assign(operator, userId, roleId);
    await roles.revoke(operator, userId, 'Viewer');
    return { userId, roleId };
  },
};
