/** The programs of the table of who may do what: machine tokens of an administrator, and keys of pages. */
import { operator } from '../../src/access/viewer.js';
import { type Scope, scopes } from '../../src/access/scopes.js';
import { newId } from '../../src/kernel/ids.js';
import { SignInProvider } from '../../src/users/sign-in/sign-in.entity.js';
import type { TestApp } from '../kit/app.js';
import type { SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import type { Machine } from './actors.js';
import { canary } from './target.js';

interface Owned {
  readonly loupe: TestApp;
  readonly organization: SeededOrganization;
  readonly administrator: SeededUser;
}

type Headers = Readonly<Record<string, string>>;

/** The scopes of viewers, and those of editors beside them. */
const reading: readonly Scope[] = [
  'node:read',
  'content:read',
  'comment:write',
  'match:read',
  'insight:read',
  'picture:read',
];
const writing: readonly Scope[] = [...reading, 'content:write', 'picture:write'];

/** Headers of each, and of a further token that is as good as any of them. */
export async function makeMachines(owned: Owned) {
  const { loupe, organization, administrator } = owned;
  const elsewhere = await administrator.folder({ name: 'Elsewhere' });
  const revoked = await make(owned, organization.id, scopes);
  await loupe.app.services.machineTokens.revoke(operator, revoked.token.id);
  const headers: Readonly<Record<Machine, Headers>> = {
    readingMachine: headersOf(await make(owned, organization.id, reading)),
    writingMachine: headersOf(await make(owned, organization.id, writing)),
    folderMachine: headersOf(await make(owned, elsewhere.id, scopes)),
    revokedMachine: headersOf(revoked),
  };
  const another = async (): Promise<Headers> => headersOf(await make(owned, organization.id, reading));
  const ids = {
    signInProviderId: await makeSignInProvider(owned),
    machineTokenId: await makeMachineToken(owned),
    ...(await makeLogin(owned)),
  };
  return { headers, another, ids };
}

export async function makeMachineToken(owned: Owned): Promise<string> {
  const { token } = await make(owned, owned.organization.id, ['node:read']);
  return token.id;
}

async function make(
  { loupe, administrator }: Owned,
  placeId: string,
  granted: readonly Scope[],
): Promise<Awaited<ReturnType<TestApp['app']['services']['machineTokens']['create']>>> {
  const viewer = await administrator.viewer();
  return loupe.app.services.machineTokens.create(viewer, {
    name: `${canary()} machine`,
    placeId,
    scopes: granted,
  });
}

function headersOf({ secret }: { readonly secret: string }): Headers {
  return { authorization: `Bearer ${secret}` };
}

/** A provider that no one asks for anything: it is kept as it would be had it answered. */
export async function makeSignInProvider({ loupe, organization }: Owned): Promise<string> {
  const id = newId();
  const date = new Date();
  await loupe.app.services.database.transaction(async ({ em }) => {
    em.create(SignInProvider, {
      id,
      organizationId: organization.id,
      name: `${canary()} provider`,
      issuer: `https://${canary().toLowerCase()}.invalid`,
      clientId: canary(),
      clientSecretCipher: null,
      mode: 'Trial',
      isOffered: false,
      rules: [],
      emergencyUserId: null,
      lastTrial: null,
      dateCreated: date,
      dateModified: date,
    });
    await Promise.resolve();
  });
  return id;
}

export async function makePublishableKey({ loupe, organization }: Owned): Promise<string> {
  const { publishableKeys } = loupe.app.services;
  return (await publishableKeys.create(operator, { organizationId: organization.id, name: canary() })).id;
}

/** A log-in of a user of the organization. */
export async function makeLogin({ loupe, organization }: Owned): Promise<{ readonly loginId: string }> {
  const { id } = await organization.user({
    roles: ['Viewer'],
    mail: `${canary().toLowerCase()}.${newId()}@loupe.example`,
  });
  const [login] = await loupe.app.services.loginList.of(operator, id);
  return { loginId: login!.id };
}
