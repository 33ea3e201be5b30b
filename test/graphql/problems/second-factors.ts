/** Somebody who has a second factor, or sets one up, for the table of problems. */
import { operator } from '../../../src/access/viewer.js';
import { newId } from '../../../src/kernel/ids.js';
import { Authenticator, Passkey } from '../../../src/users/second-factors/second-factor.entity.js';
import type { World } from '../../access/world.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { pageHeaders } from '../browser-sessions.js';
import type { Given } from './mutation-calls.js';

const wrongPassword = { password: 'not the password' };

/** The id of a passkey of the world's administrator. */
async function passkeyOf({ loupe, administrator }: World): Promise<string> {
  const id = newId();
  await loupe.app.services.database.transaction(async ({ em }) => {
    em.create(Passkey, {
      id,
      userId: administrator.id,
      name: 'Key',
      credentialId: id,
      publicKey: '',
      counter: 0,
      host: 'press.example',
      transports: [],
      dateCreated: new Date(),
      dateLastUsed: null,
    });
    await Promise.resolve();
  });
  return id;
}

async function giveAuthenticator({ loupe }: World, { id: userId }: SeededUser): Promise<void> {
  const { database } = loupe.app.services;
  await database.transaction(async ({ em }) => {
    await em.nativeDelete(Authenticator, { userId });
    const secretCipher = loupe.app.services.secrets.encrypt('x');
    em.create(Authenticator, { userId, secretCipher, lastStep: 0, dateCreated: new Date() });
  });
}

/** Input that mutations about second factors refuse. */
export const FACTOR_FAULTS = {
  addAuthenticator: async ({ loupe, administrator }: World) => {
    const viewer = await administrator.viewer();
    const { ticket } = await loupe.app.services.secondFactors.begin(viewer, administrator.password, null);
    return { ticket, code: 'x' };
  },
  addPasskey: { name: '' },
  beginSecondFactor: wrongPassword,
  createRecoveryCodes: wrongPassword,
  removeAuthenticator: async (world: World) => {
    await giveAuthenticator(world, world.administrator);
    return wrongPassword;
  },
  removePasskey: async (world: World) => ({ id: await passkeyOf(world), ...wrongPassword }),
  renamePasskey: { name: '' },
  setSecondFactorRule: { emergencyUser: 'nobody' },
};

interface SecondStep {
  readonly headers: Readonly<Record<string, string>>;
  readonly given: Given;
}

/** Log-ins of somebody with a second factor whose password is right. */
export const WITH_SECOND_STEP: Readonly<Record<string, (world: World) => Promise<SecondStep>>> = {
  login: async (world) => {
    const { userName, password } = await holder(world);
    return { headers: world.headers.ownApiKey, given: { userName, password } };
  },
  startSession: async (world) => {
    const { userName, password } = await holder(world);
    return { headers: pageHeaders(world.loupe.url), given: { login: userName, password } };
  },
  startSessionByPasswordCode: async (world) => {
    const { id } = await holder(world);
    const { code } = await world.loupe.app.services.passwordLinks.create(operator, id);
    return { headers: pageHeaders(world.loupe.url), given: { code } };
  },
};

async function holder(world: World): Promise<SeededUser> {
  const user = await world.organization.user();
  await giveAuthenticator(world, user);
  return user;
}
