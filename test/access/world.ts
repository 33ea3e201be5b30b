/** The tenants that the table is run on: a parent, two organizations below it, and a stranger. */
import { newId } from '../../src/kernel/ids.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { operator } from '../../src/access/viewer.js';
import { textMember } from '../kit/json.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import { zipOf } from '../kit/files/zips.js';
import { makeRecordedWebhook, makeWebhook, silence } from './webhooks-of-world.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import type { Actor } from './actors.js';
import { canary, deviceHeaders, type Target } from './target.js';
import { makeThread } from './comments.js';
import { makePack } from './packs.js';
import { makeShortAddress } from './short-addresses.js';
import { makeMachines } from './machines.js';
import { makeHolders, makeMadeRole } from './made-roles.js';
import { makeComparison, makeInboxItem, makePreviewLink } from './links.js';
import { lastChange, makeTextChange } from './text-change.js';

export interface World {
  readonly loupe: TestApp;
  readonly clock: MovableClock;
  readonly routes: readonly string[];
  /** Headers that each actor sends. */
  readonly headers: Readonly<Record<Actor, Readonly<Record<string, string>>>>;
  /** Headers of a further login of an actor. */
  loginAnew(actor: Actor): Promise<Readonly<Record<string, string>>>;
  readonly target: Target;
  readonly organization: SeededOrganization;
  readonly administrator: SeededUser;
  readonly picture: Buffer;
  readonly tinyPicture: Buffer;
  close(): Promise<void>;
}

const bearer = ({ token }: { readonly token: string }) => ({ authorization: `Bearer ${token}` });

/** A server that nobody has filled. */
interface EmptyWorld {
  readonly loupe: TestApp;
  readonly clock: MovableClock;
  readonly routes: readonly string[];
}

/** @param environment settings of the server beside those of every test */
export async function makeWorld(environment: Readonly<Record<string, string>> = {}): Promise<World> {
  const routes: string[] = [];
  const clock = new MovableClock();
  const loupe = await startTestApp({
    clock,
    environment,
    onRoute: ({ method, url }) => {
      for (const each of [method].flat()) routes.push(`${each} ${url}`);
    },
  });
  return fillWorld({ loupe, clock, routes });
}

/** Further tenants may be made on the same server; what was logged in before is past its time then. */
export async function fillWorld({ loupe, clock, routes }: EmptyWorld): Promise<World> {
  const parent = await seed(loupe).organization({ name: 'Parent', credit: 1000 });
  const options = { credit: 1000, accountType: 'Prepaid' } as const;
  const organization = await seed(loupe).organization({
    ...options,
    name: `${canary()} house`,
    parentId: parent.id,
  });
  const sibling = await parent.organization({ name: 'Sibling' });
  const stranger = await seed(loupe).organization({ name: 'Stranger' });
  const expired = await organization.user({ mail: mail() });
  clock.forward({ days: 16 });
  const administrator = await organization.user({ mail: mail() });
  const users = {
    administrator,
    editor: await organization.user({ roles: ['Editor'], mail: mail() }),
    viewer: await organization.user({ roles: ['Viewer'], mail: mail() }),
    ...(await makeHolders({ loupe, organization, administrator }, mail)),
    parentAdministrator: await parent.user(),
    siblingAdministrator: await sibling.user(),
    disabled: await disabledUser(loupe, organization),
    expired,
    revoked: await revokedUser(loupe, organization),
  };
  const publishable = await loupe.app.services.publishableKeys.create(operator, {
    organizationId: organization.id,
    name: `${canary()} posters`,
    scansPerMinute: 6000,
  });
  const machines = await makeMachines({ loupe, organization, administrator });
  const tokens = Object.entries(users).map(([actor, user]) => [actor, bearer(user)]);
  const headers = {
    ...(Object.fromEntries(tokens) as Record<keyof typeof users, { authorization: string }>),
    ...machines.headers,
    anonymous: {},
    ownApiKey: { apikey: organization.apiKey },
    foreignApiKey: { apikey: stranger.apiKey },
    publishableKey: { apikey: publishable.key, origin: loupe.url },
  };
  const loginAnew = async (actor: Actor) => {
    const user = Object.entries(users).find(([name]) => name === actor)?.[1];
    if (actor in machines.headers) return machines.another();
    if (user === undefined) return headers[actor];
    const { userName, password } = user;
    const apiKey = [sibling, parent, organization].find(({ id }) => id === user.organizationId)!.apiKey;
    return bearer(await loupe.app.services.auth.login({ apiKey, userName, password, address: null }));
  };
  const picture = await jpegPicture(71);
  const tinyPicture = await drawPicture(72, 48, 48).png().toBuffer();
  const world = {
    loupe,
    clock,
    routes,
    headers,
    loginAnew,
    organization,
    administrator,
    picture,
    tinyPicture,
  };
  const target = await makeTarget(world, {
    publishableKeyId: publishable.id,
    ...machines.ids,
  });
  return { ...world, target, close: () => loupe.close() };
}

export const mail = () => `${canary().toLowerCase()}.${newId()}@loupe.example`;
async function disabledUser({ app }: TestApp, organization: SeededOrganization): Promise<SeededUser> {
  const user = await organization.user({ mail: mail() });
  await app.services.users.patch(operator, user.id, { status: 'Inactive' });
  return user;
}

async function revokedUser({ app }: TestApp, organization: SeededOrganization): Promise<SeededUser> {
  const user = await organization.user({ mail: mail() });
  await app.services.auth.logout(user.token);
  return user;
}

type Unfinished = Omit<World, 'target' | 'close'>;

async function makeTarget(
  world: Unfinished,
  keys: Pick<Target, 'publishableKeyId' | 'machineTokenId' | 'signInProviderId' | 'loginId'>,
): Promise<Target> {
  const { organization, administrator: user } = world;
  const child = await organization.organization({ name: `${canary()} branch` });
  const webhookId = await makeWebhook(world);
  const folder = await user.folder({ name: `${canary()} folder` });
  const document = await folder.document(world.picture, { name: `${canary()} leaflet` });
  const imageId = document.imageIds[0]!;
  const zoneId = await document.zone({ imageId, x: 10, y: 10, width: 60, height: 60 });
  for (const nodeId of [document.id, imageId, zoneId]) await document.title(`${canary()} title`, { nodeId });
  const actionId = await document.action({ nodeId: zoneId, name: `${canary()} action` });
  const reader = await organization.user({ roles: ['Viewer'], mail: mail() });
  await scanAndClick(world, actionId);
  return {
    organizationId: organization.id,
    childId: child.id,
    folderId: folder.id,
    documentId: document.id,
    archiveId: await makeArchive(world, document.id),
    packId: await makePack(world, document.id),
    shortAddressId: await makeShortAddress(world, document.id),
    imageId,
    zoneId,
    actionId,
    inboxItemId: await makeInboxItem(world, organization.id, actionId),
    iconId: await makeIcon(world, folder.id),
    propertyId: await makeProperty(world, folder.id),
    userId: reader.id,
    madeRoleId: await makeMadeRole(world),
    pictureId: await makePicture(world),
    ...(await recordsOf(world, document.id)),
    webhookId,
    recordedWebhookId: await makeRecordedWebhook(world),
    ...keys,
    previewLinkId: await makePreviewLink(world, document.id),
    threadId: await makeThread(world, document.id),
    ...(await makeComparison(world)),
    textUndoId: await makeTextChange(world, document.id),
    changeId: await lastChange(world, document.id),
    deliveryId: await silence(world, webhookId),
    ...(await makeApplication(world)),
    ...(await makeTrash(world)),
  };
}

export async function makeIcon({ administrator, tinyPicture }: Unfinished, nodeId: string): Promise<string> {
  const form = new FormData();
  form.set('icon', JSON.stringify({ NodeId: nodeId, Name: `${canary()} icon`, Tags: `${canary()} tag` }));
  form.set('file', new Blob([new Uint8Array(tinyPicture)], { type: 'image/png' }), 'icon.png');
  return textMember(await administrator.send('POST', '/api/Icons', { form }), 'Id');
}

export async function makeProperty({ administrator }: Unfinished, nodeId: string): Promise<string> {
  const json = { NodeId: nodeId, Type: 'Style', Name: 'TitleStyle', Value: `${canary()} style` };
  return textMember(await administrator.send('POST', '/api/Properties', { json }), 'Id');
}

export async function makePicture({ administrator, organization, picture }: Unfinished): Promise<string> {
  const form = new FormData();
  const members = { Name: `${canary()} picture`, OrganizationId: organization.id, Data: `${canary()} data` };
  form.set('picture', JSON.stringify(members));
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg');
  return textMember(await administrator.send('POST', '/api/Pictures', { form }), 'Id');
}

/** An application of the engine with a reference and a finished import. */
export async function makeApplication({
  loupe,
  organization,
  picture,
}: Unfinished): Promise<Pick<Target, 'applicationId' | 'referenceId' | 'importId'>> {
  const { applications, references, referenceImports, uploads } = loupe.app.services;
  const named = { name: `${canary()} application`, organizationId: organization.id };
  const { id, modifyKey } = await applications.create(operator, {
    kind: 'mobile',
    keepsThumbnails: true,
    ...named,
  });
  const application = await applications.byKey(modifyKey ?? '', 'modify');
  const image = await uploads.receiveBytes(picture, { maxBytes: picture.length });
  const referenceId = `${canary()}-${newId()}`;
  await references.add(application, { imageId: referenceId, keywords: [canary()], image });
  const zip = await uploads.receiveBytes(await zipOf({ [`${canary()}.txt`]: Buffer.from(canary()) }), {
    maxBytes: 9999,
  });
  const { id: importId } = await referenceImports.start(application, zip);
  await referenceImports.ended(application, importId);
  return { applicationId: id, referenceId, importId };
}

/** An archive of matches that is ready. */
async function makeArchive({ loupe, administrator }: Unfinished, documentId: string): Promise<string> {
  const viewer = await administrator.viewer();
  const { clickstream } = loupe.app.services;
  return (await clickstream.makeArchive(viewer, documentId, {}, { wait: true })).id;
}

/** Told of documents; its address is closed to the server, so that nothing leaves it. */
async function recordsOf(
  { loupe, administrator, organization }: Unfinished,
  documentId: string,
): Promise<Pick<Target, 'matchId' | 'clickId' | 'titleId' | 'operationId'>> {
  const { clickReader, operations, titles } = loupe.app.services;
  const viewer = await administrator.viewer();
  const [click] = await clickReader.list(viewer, { documentId });
  const [title] = await titles.list(viewer, documentId);
  const [operation] = await operations.list(viewer, { organizationId: organization.id });
  if (click === undefined) throw new Error('The click was not recorded.');
  const written = { titleId: title?.id ?? '', operationId: operation?.id ?? '' };
  return { matchId: click.matchId ?? '', clickId: click.id, ...written };
}

/** A folder in the trash. */
export async function makeTrash({ administrator }: Unfinished): Promise<Pick<Target, 'trashedId'>> {
  const { id } = await administrator.folder({ name: `${canary()} trashed` });
  await administrator.send('DELETE', `/api/Folders/${id}`);
  return { trashedId: id };
}

async function scanAndClick({ loupe, organization, picture }: Unfinished, actionId: string): Promise<void> {
  const form = new FormData();
  form.set('query', JSON.stringify({ Language: 'en-US' }));
  form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
  const headers = { ...deviceHeaders, apikey: organization.apiKey, devicename: canary() };
  const scan = await fetch(`${loupe.url}/api/EnrichedImages`, { method: 'POST', headers, body: form });
  if (scan.status !== 200) throw new Error(`The page was not recognized: ${scan.status}`);
  const sessionid = textMember(await scan.json(), 'SessionId');
  await fetch(`${loupe.url}/api/clicks?actionId=${actionId}`, {
    method: 'PUT',
    headers: { ...headers, sessionid },
  });
}
