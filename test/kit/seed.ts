/**
 * A tenant for one test, step by step: `(await seed(loupe).organization()).user({ roles })`, then `.folder()`,
 * `.document(bytes)` … Each step returns what it made and what can be made next. Everything goes through public
 * services and HTTP.
 */
import type { Role } from '../../src/access/permissions.js';
import { operator } from '../../src/access/viewer.js';
import type { ApplicationKind } from '../../src/engine/application.entity.js';
import type { AccountType } from '../../src/organizations/organization.entity.js';
import { newId } from '../../src/kernel/ids.js';
import type { TestApp } from './app.js';
import { SeededUser } from './seed/seed-user.js';

export interface OrganizationOptions {
  readonly name?: string;
  readonly parentId?: string;
  readonly accountType?: AccountType;
  /** Page credits to begin with. */
  readonly credit?: number;
  readonly timeZone?: string;
}

export interface UserOptions {
  readonly roles?: readonly Role[];
  readonly mail?: string;
  readonly password?: string;
}

export interface SeededApplication {
  readonly id: string;
  readonly key: string;
}

/** Begins a tenant of its own. */
export function seed(loupe: TestApp) {
  return { organization: (options?: OrganizationOptions) => makeOrganization(loupe, options) };
}

export class SeededOrganization {
  constructor(
    private readonly loupe: TestApp,
    readonly id: string,
    readonly name: string,
    readonly apiKey: string,
  ) {}

  /** An organization below this one. */
  async organization(options: OrganizationOptions = {}): Promise<SeededOrganization> {
    return makeOrganization(this.loupe, { ...options, parentId: this.id });
  }

  /** A user who is logged in; an Administrator unless told otherwise. */
  async user(options: UserOptions = {}): Promise<SeededUser> {
    const { roles = ['Administrator'], password = `password ${newId()}` } = options;
    const mail = options.mail ?? `${newId()}@loupe.example`;
    const { services } = this.loupe.app;
    const { id } = await services.users.create(operator, {
      organizationId: this.id,
      mail,
      password,
      roles: [...roles],
    });
    const { token } = await services.auth.login({
      apiKey: this.apiKey,
      userName: mail,
      password,
      address: null,
    });
    return new SeededUser(this.loupe, { id, organizationId: this.id, userName: mail, password, token });
  }

  /** An engine application that belongs to this organization. */
  async application(kind: ApplicationKind = 'mobile'): Promise<SeededApplication> {
    const { applications } = this.loupe.app.services;
    const { id, modifyKey } = await applications.create(operator, { kind, organizationId: this.id });
    if (modifyKey === null) throw new Error('A new application has no key.');
    return { id, key: modifyKey };
  }
}

async function makeOrganization(
  loupe: TestApp,
  options: OrganizationOptions = {},
): Promise<SeededOrganization> {
  const { id, name, apiKey } = await loupe.app.services.organizations.create(operator, {
    name: options.name ?? `Organization ${newId()}`,
    languageCode: 'en-US',
    parentId: options.parentId,
    accountType: options.accountType,
    totalCredit: options.credit,
    timeZone: options.timeZone,
  });
  if (apiKey === null) throw new Error('A new organization has no ApiKey.');
  return new SeededOrganization(loupe, id, name, apiKey);
}
