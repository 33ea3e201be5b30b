/** Two organizations of one server that have nothing to do with each other, filled with everything. */
import { operator, type UserViewer } from '../../../../src/access/viewer.js';
import { scopes, type Scope } from '../../../../src/access/scopes.js';
import { newId } from '../../../../src/kernel/ids.js';
import { Passkey } from '../../../../src/users/second-factors/second-factor.entity.js';
import { makeDraft } from '../../../../test/access/draft.js';
import { contentOf } from '../../../../test/access/snapshot.js';
import { makeComparison, makePreviewLink } from '../../../../test/access/links.js';
import { canary, withCanary } from '../../../../test/access/target.js';
import { fillWorld, makeWorld, type World } from '../../../../test/access/world.js';
import { SeededFolder, SeededUser } from '../../../../test/kit/seed/seed-user.js';

type Headers = Readonly<Record<string, string>>;

/** Codes of links of one document. */
interface Guest {
  readonly code: string;
  readonly guestKey: string;
  readonly comparisonCode: string;
}

export interface Tenant {
  readonly world: World;
  readonly guest: Guest;
  /** Machine tokens with all scopes, with that of directories, and with all scopes for one folder. */
  readonly machines: Readonly<Record<'all' | 'directory' | 'folder', Headers>>;
  readonly engineKey: string;
}

const OWN_WORD = 'Rotkehlchen-0b52cd';
/** A word that only texts of the foreign one hold. */
export const FOREIGN_WORD = 'zaunkoenig-7f3a91';

type Content = Readonly<Record<string, string>>;

export interface Tenants {
  readonly foreign: Tenant;
  readonly own: Tenant;
  /** Ids of the person beside the foreign one who asks, too. */
  readonly neighbourIds: readonly string[];
  /** The rows of the database before and after the foreign one was made. */
  readonly before: Content;
  readonly after: Content;
}

export async function makeTenants(): Promise<Tenants> {
  const own = await withCanary(OWN_WORD, async () => {
    const world = await makeWorld({ LOUPE_PROPOSALS: 'true' });
    await fill(world);
    return world;
  });
  const before = await contentOf(own.loupe);
  // The clock goes on by more than a log-in and a comparison are good for.
  const foreign = await fillWorld(own);
  await fill(foreign);
  const after = await contentOf(own.loupe);
  const renewed = await withCanary(OWN_WORD, async () => admit(await renew(own)));
  const neighbour = await own.loupe.app.services.auth.viewerOfToken(
    (foreign.headers.siblingAdministrator['authorization'] ?? '').replace('Bearer ', ''),
  );
  const neighbourIds = neighbour?.kind === 'user' ? [neighbour.userId, neighbour.organizationId] : [];
  return { own: renewed, foreign: await admit(foreign), neighbourIds, before, after };
}

async function renew(world: World): Promise<World> {
  const { loupe, organization, target } = world;
  const { id, organizationId, userName, password } = world.administrator;
  const wanted = { apiKey: organization.apiKey, userName, password, address: null };
  const { token } = await loupe.app.services.auth.login(wanted);
  const administrator = new SeededUser(loupe, { id, organizationId, userName, password, token });
  const renewed = { ...world, administrator };
  const links = {
    ...(await makeComparison(renewed)),
    previewLinkId: await makePreviewLink(world, target.documentId),
  };
  return { ...renewed, target: { ...target, ...links } };
}

/** Adds what the table of who may do what needs nowhere. */
async function fill(world: World): Promise<void> {
  const { target, organization, administrator, loupe } = world;
  const { draftReviews, publishingRules, auditDeliveries, savedFilters } = loupe.app.services;
  const viewer = await administrator.viewer();
  await makeDraft(world, target.documentId);
  await draftReviews.ask(viewer, target.documentId);
  const strict = await administrator.folder({ name: `${canary()} strict` });
  await publishingRules.updateFolder(viewer, strict.id, true);
  await auditDeliveries.set(operator, {
    organizationId: organization.id,
    target: 'Address',
    url: `https://${canary().toLowerCase()}.invalid/log`,
    isActive: false,
  });
  await savedFilters.save(viewer, {
    ...{ name: `${canary()} filter`, nameContains: canary(), status: null, isRecursive: true },
    ...{ updatedWithinDays: null, order: { field: 'Name', direction: 'asc' } },
  });
  await makePasskey(world);
  await makeGroup(world, await machine(world, viewer, organization.id, ['user:provision']));
}

/** Makes those who ask. Whatever those of one folder may see does not hold the word. */
async function admit(world: World): Promise<Tenant> {
  const { organization, loupe } = world;
  const { applications } = loupe.app.services;
  const administrator = await organization.user();
  const viewer = await administrator.viewer();
  const plain = await administrator.folder({ name: 'Plain' });
  const document = await new SeededFolder(administrator, plain.id).document(world.picture, { name: 'Plain' });
  const application = await applications.create(operator, {
    kind: 'mobile',
    organizationId: organization.id,
  });
  return {
    world,
    guest: await makeGuest(world, document.id),
    machines: {
      all: await machine(world, viewer, organization.id, scopes),
      directory: await machine(world, viewer, organization.id, ['user:provision']),
      folder: await machine(world, viewer, plain.id, scopes),
    },
    engineKey: application.modifyKey ?? '',
  };
}

async function machine(
  { loupe }: World,
  owner: UserViewer,
  placeId: string,
  granted: readonly Scope[],
): Promise<Headers> {
  const wanted = { name: 'Machine', placeId, scopes: granted };
  const { secret } = await loupe.app.services.machineTokens.create(owner, wanted);
  return { authorization: `Bearer ${secret}` };
}

async function makePasskey({ loupe, target }: World): Promise<void> {
  await loupe.app.services.database.transaction(async ({ em }) => {
    em.create(Passkey, {
      id: newId(),
      userId: target.userId,
      name: `${canary()} key`,
      credentialId: newId(),
      publicKey: newId(),
      counter: 0,
      host: 'loupe.example',
      transports: [],
      dateCreated: new Date(),
      dateLastUsed: null,
    });
    await Promise.resolve();
  });
}

async function makeGroup({ loupe, target }: World, headers: Headers): Promise<void> {
  const group = { displayName: `${canary()} group`, members: [{ value: target.userId }] };
  const answer = await fetch(`${loupe.url}/scim/v2/Groups`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/scim+json' },
    body: JSON.stringify(group),
  });
  if (answer.status !== 201) throw new Error(`The group was refused: ${await answer.text()}`);
}

async function makeGuest(world: World, documentId: string): Promise<Guest> {
  const { previewLinks, guestComments, comparisonLinks } = world.loupe.app.services;
  const { code } = await previewLinks.create(operator, documentId, { mayComment: true });
  const { guestKey } = await guestComments.join(code, 'Guest');
  const made = await comparisonLinks.create(operator, world.target.keptComparisonId, []);
  return { code, guestKey, comparisonCode: made.code };
}
