/** A directory of a company that keeps users and groups up to date, over HTTP and with a machine token. */
import type { Scope } from '../../../src/access/scopes.js';
import { newId } from '../../../src/kernel/ids.js';
import { SignInProvider } from '../../../src/users/sign-in/sign-in.entity.js';
import type { SignInRule } from '../../../src/users/sign-in/sign-in.rules.js';
import type { TestApp } from '../../kit/app.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const MEDIA_TYPE = 'application/scim+json';

export interface ScimAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

export class ScimClient {
  private constructor(
    readonly loupe: TestApp,
    readonly secret: string,
  ) {}

  /** With a token of an administrator. */
  static async of(
    owner: SeededUser,
    { placeId = owner.organizationId, scopes = ['user:provision'] as readonly Scope[] } = {},
  ): Promise<ScimClient> {
    const { machineTokens } = owner.loupe.app.services;
    const made = await machineTokens.create(await owner.viewer(), { placeId, name: 'Directory', scopes });
    return new ScimClient(owner.loupe, made.secret);
  }

  async send(method: string, path: string, json?: unknown): Promise<ScimAnswer> {
    const response = await fetch(`${this.loupe.url}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.secret}`,
        accept: MEDIA_TYPE,
        ...(json === undefined ? {} : { 'content-type': MEDIA_TYPE }),
      },
      body: json === undefined ? null : JSON.stringify(json),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  }

  async patch(path: string, ...operations: readonly object[]): Promise<ScimAnswer> {
    return this.send('PATCH', path, { schemas: [PATCH_SCHEMA], Operations: operations });
  }

  /** A list by a filter; all of it without one. */
  async find(
    kind: 'Users' | 'Groups',
    filter = '',
    more = '',
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const query = filter === '' ? '' : `filter=${encodeURIComponent(filter)}`;
    const { body } = await this.send('GET', `/${kind}?${query}${more}`);
    return body['Resources'] as readonly Readonly<Record<string, unknown>>[];
  }

  /** A user of the directory. @returns its id */
  async user(userName: string, more: object = {}): Promise<string> {
    const { status, body } = await this.send('POST', '/Users', {
      userName,
      emails: [{ value: userName, type: 'work' }],
      ...more,
    });
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return String(body['id']);
  }

  async group(displayName: string, members: readonly string[] = []): Promise<string> {
    const { status, body } = await this.send('POST', '/Groups', {
      displayName,
      members: members.map((value) => ({ value })),
    });
    if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return String(body['id']);
  }
}

/** A provider that is switched on, as it would be had it been asked. */
export async function switchOnProvider(
  { loupe, organizationId }: SeededUser,
  rules: readonly SignInRule[],
  emergencyUserId: string | null = null,
): Promise<string> {
  const id = newId();
  const date = new Date();
  await loupe.app.services.database.transaction(async ({ em }) => {
    em.create(SignInProvider, {
      id,
      organizationId,
      name: 'Press house',
      issuer: 'https://login.press.example',
      clientId: 'loupe',
      clientSecretCipher: null,
      mode: 'Active',
      isOffered: false,
      rules,
      emergencyUserId,
      lastTrial: null,
      dateCreated: date,
      dateModified: date,
    });
    await em.flush();
  });
  return id;
}

export const ruleFor = (value: string, role: SignInRule['role']): SignInRule => ({
  claim: 'groups',
  value,
  role,
  organizationId: null,
});
