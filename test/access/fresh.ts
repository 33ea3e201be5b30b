/** Makes what single calls of the table use up. */
import { textMember } from '../kit/json.js';
import { SeededFolder } from '../kit/seed/seed-user.js';
import { canary, type Target } from './target.js';
import { mail, makeApplication, type World } from './world.js';

export async function makeReference(world: World): Promise<Pick<Target, 'applicationId' | 'referenceId'>> {
  const { applicationId, referenceId } = await makeApplication(world);
  return { applicationId, referenceId };
}

/** A document with one page, one zone and one action, for a call that uses it up. */
export async function makeDocument(world: World): Promise<Pick<Target, 'documentId' | 'imageId'>> {
  const folder = new SeededFolder(world.administrator, world.target.folderId);
  const document = await folder.document(world.picture, { name: `${canary()} again` });
  return { documentId: document.id, imageId: document.imageIds[0]! };
}

export async function makeZone(world: World): Promise<Pick<Target, 'zoneId'>> {
  const json = { ImageId: world.target.imageId, PositionX: 0, PositionY: 0, Width: 80, Height: 80 };
  return { zoneId: textMember(await world.administrator.send('POST', '/api/Zones', { json }), 'Id') };
}

export async function makeAction(world: World): Promise<Pick<Target, 'actionId'>> {
  const json = { NodeId: world.target.zoneId, LanguageCode: 'en-US', Name: `${canary()} more`, Content: '' };
  return { actionId: textMember(await world.administrator.send('POST', '/api/Actions', { json }), 'Id') };
}

export async function makeUser({ organization }: World): Promise<Pick<Target, 'userId'>> {
  return { userId: (await organization.user({ roles: ['Viewer'], mail: mail() })).id };
}

export async function makeFolder({ administrator }: World): Promise<Pick<Target, 'folderId'>> {
  return { folderId: (await administrator.folder({ name: `${canary()} short-lived` })).id };
}

export async function makeChild({ organization }: World): Promise<Pick<Target, 'childId'>> {
  return { childId: (await organization.organization({ name: `${canary()} short-lived` })).id };
}
