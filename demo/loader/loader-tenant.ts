/** The demo's organization and user, made once and found again. */
import type { Secrets } from '../../src/access/secrets.js';
import { operator } from '../../src/access/viewer.js';
import type { SessionService } from '../../src/users/sessions/session.service.js';
import type { UserService } from '../../src/users/user.service.js';
import { LoupeError } from '../../src/kernel/errors.js';
import type { OrganizationService } from '../../src/organizations/organization.service.js';
import type { OrganizationView } from '../../src/documents/views.js';
import { type DemoState, readDemoState, writeDemoState } from './loader-state.js';

export interface DemoServices {
  readonly secrets: Secrets;
  readonly organizations: OrganizationService;
  readonly users: UserService;
  readonly sessions: SessionService;
}

export interface DemoTenant {
  readonly organizationId: string;
  readonly apiKey: string;
  readonly userName: string;
  readonly password: string;
  readonly isLoaded: boolean;
}

const ORGANIZATION_NAME = 'Lisière (demo)';
/** Page credits of the demo: enough to try things, few enough to see them count. */
const DEMO_CREDIT = 200;
const USER_NAME = 'demo@loupe.example';

/**
 * @param isMadeAgain makes a new tenant when the one of an earlier run was removed
 * @returns null when the demo was removed
 */
export async function findOrMakeTenant(
  services: DemoServices,
  dataFolder: string,
  isMadeAgain: boolean,
): Promise<DemoTenant | null> {
  const state = await readDemoState(dataFolder);
  const organization = state === null ? null : await findOrganization(services, state.organizationId);
  if (state !== null && organization !== null) return toTenant(services, organization, state);
  if (state?.isLoaded === true && !isMadeAgain) return null;
  return makeTenant(services, dataFolder);
}

/** Remembers that everything was loaded. */
export async function markLoaded(
  services: DemoServices,
  dataFolder: string,
  tenant: DemoTenant,
): Promise<void> {
  await writeDemoState(dataFolder, {
    organizationId: tenant.organizationId,
    passwordCipher: services.secrets.encrypt(tenant.password),
    isLoaded: true,
  });
}

async function makeTenant(services: DemoServices, dataFolder: string): Promise<DemoTenant> {
  const { organizations, users, secrets } = services;
  const organization = await organizations.create(operator, {
    name: ORGANIZATION_NAME,
    languageCode: 'en-US',
    accountType: 'Demo',
    totalCredit: DEMO_CREDIT,
  });
  const password = secrets.newSecret().slice(0, 16);
  await removeFormerUser(services, organization.id);
  await users.create(operator, {
    organizationId: organization.id,
    mail: USER_NAME,
    firstName: 'Demo',
    password,
    roles: ['Administrator'],
  });
  const state: DemoState = {
    organizationId: organization.id,
    passwordCipher: secrets.encrypt(password),
    isLoaded: false,
  };
  await writeDemoState(dataFolder, state);
  return toTenant(services, organization, state);
}

/** A run that was interrupted before it could remember its tenant leaves a user whose name is taken. */
async function removeFormerUser(services: DemoServices, ownId: string): Promise<void> {
  for (const { id, name } of await services.organizations.list(operator)) {
    if (name !== ORGANIZATION_NAME || id === ownId) continue;
    await services.organizations.delete(operator, id, { deleteChildren: true });
  }
}

async function findOrganization(services: DemoServices, id: string): Promise<OrganizationView | null> {
  try {
    return await services.organizations.get(operator, id);
  } catch (error) {
    if (error instanceof LoupeError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

function toTenant(services: DemoServices, organization: OrganizationView, state: DemoState): DemoTenant {
  return {
    organizationId: organization.id,
    apiKey: organization.apiKey ?? '',
    userName: USER_NAME,
    password: services.secrets.decrypt(state.passwordCipher),
    isLoaded: state.isLoaded,
  };
}
