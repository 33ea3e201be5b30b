/** Calls every operation of the platform once with success, on a tenant of its own, in a meaningful order. */
import type { SeededOrganization } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import type { Recorder, Send } from './recorder.js';
import { deviceHeaders } from './scans.js';
import { playPictures } from './transcript-pictures.js';
import { playServices } from './transcript-services.js';
import { playTrash } from './transcript-trash.js';
import { playAdditions, playPacks } from './transcript-comparisons.js';

export interface Cast {
  readonly recorder: Recorder;
  readonly organization: SeededOrganization;
  readonly user: SeededUser;
  readonly page: Buffer;
  readonly otherPage: Buffer;
  readonly icon: Buffer;
  /** A PDF that cannot be read. */
  readonly brokenPdf: Buffer;
  /** Resolves when the creation of the document's pages has ended, one way or the other. */
  readonly settled: (documentId: string) => Promise<void>;
  /** The code in the latest mail. */
  readonly mailedCode: () => Promise<string>;
}

export async function playStory(cast: Cast): Promise<void> {
  const { send, folderId, printed } = await playPublishing(cast);
  await playPictures(cast.recorder, send, cast);
  await playAccounts(cast.recorder, send, cast);
  await playServices(send, cast.organization, printed);
  await playAdditions(send, cast.user, cast.settled);
  await playTrash(send, folderId);
  await playEndings(send, cast.organization, folderId, printed);
  await playPacks(send, cast.user, cast.settled);
}

/** The first part: a document is made, gets content, and is found by readers. */
export async function playPublishing(cast: Cast): Promise<{
  readonly send: Send;
  readonly folderId: string;
  readonly printed: Printed;
}> {
  const { recorder, user, organization } = cast;
  const authorized = { Authorization: `Bearer ${user.token}` };
  const send: Send = (title, method, path, rest = {}) =>
    recorder.record(title, { method, path, ...rest, headers: { ...authorized, ...rest.headers } });
  const folderId = await playTree(send, organization);
  const printed = await playDocuments(send, cast, folderId);
  await playContent(send, cast, printed);
  await playReaders(recorder, send, cast, printed);
  return { send, folderId, printed };
}

async function playTree(send: Send, { id }: SeededOrganization): Promise<string> {
  const json = { ParentId: id, Name: 'Branch', LanguageCode: 'en-US' };
  const branchId = textMember(
    await send('create an organization', 'POST', '/api/organizations', { json }),
    'Id',
  );
  await send('list organizations', 'GET', '/api/organizations');
  await send('read one and count its pictures', 'GET', `/api/organizations/${id}?GetPicturesCount=true`);
  await send('replace', 'PUT', `/api/organizations/${branchId}`, { json });
  await send('change', 'PATCH', `/api/organizations?id=${branchId}`, { json: { Name: 'North' } });
  await send('replace its ApiKey', 'POST', `/api/organizations/${branchId}/ApiKey`);
  const folder = await send('create a folder', 'POST', '/api/folders', {
    json: { ParentId: id, Name: 'Issues' },
  });
  const folderId = textMember(folder, 'Id');
  const other = { json: { ParentId: id, Name: 'Archive' } };
  const branchFolderId = textMember(await send('create another', 'POST', '/api/folders', other), 'Id');
  await send('read a folder', 'GET', `/api/Folders/${folderId}`);
  await send('replace a folder', 'PUT', '/api/folders', {
    json: { Id: folderId, ParentId: id, Name: 'Issues 1' },
  });
  await send('move a folder', 'PUT', `/api/folders/${folderId}`, {
    json: { ParentId: branchFolderId, Name: 'Issues 1' },
  });
  await send('read where it is now', 'GET', `/api/folders/${folderId}`);
  await send('move it back', 'PUT', `/api/folders/${folderId}`, { json: { ParentId: id, Name: 'Issues 1' } });
  await send('change a folder', 'PATCH', `/api/folders?id=${folderId}`, { json: { Name: 'Issues 2' } });
  await send('read a node', 'GET', `/api/nodes/${folderId}`);
  await send('rename a node', 'PATCH', `/api/nodes/${folderId}`, { json: { Name: 'Issues' } });
  await send('children', 'GET', `/api/nodes/${id}/nodes`);
  await send('children of a kind', 'GET', `/api/nodes/${id}/nodes?type=folder`);
  await send('folders', 'GET', `/api/nodes/${id}/folders`);
  await send('organizations', 'GET', `/api/nodes/${id}/organizations`);
  await send('path', 'GET', `/api/nodes/${folderId}/path`);
  return folderId;
}

interface Printed {
  readonly documentId: string;
  readonly imageId: string;
  readonly zoneId: string;
}

async function playDocuments(send: Send, cast: Cast, folderId: string): Promise<Printed> {
  const { page, otherPage, brokenPdf, settled } = cast;
  const members = { Name: 'Summer', ParentId: folderId, DefaultLanguage: 'en-US' };
  const document = await send('upload and wait', 'POST', '/api/Documents?async=false', {
    form: { part: ['document', members], file: ['page.jpg', 'image/jpeg', otherPage] },
  });
  const id = textMember(document, 'Id');
  await send('plan a replacement', 'POST', `/api/Documents/${id}/Plan`, {
    form: { file: ['page.jpg', 'image/jpeg', page] },
  });
  await send('replace the file', 'PUT', `/api/Documents/${id}?async=false`, {
    form: { file: ['page.jpg', 'image/jpeg', page] },
  });
  await send('change', 'PATCH', `/api/documents?id=${id}`, { json: { Name: 'Summer 2', Status: 'Active' } });
  await send('read', 'GET', `/api/documents/${id}`);
  const images = elementsOf(await send('pages', 'GET', `/api/documents/${id}/images`));
  const imageId = textMember(images[0], 'Id');
  await send('documents of a node', 'GET', `/api/nodes/${folderId}/documents?recursive=true`);
  await send('pages of a node', 'GET', `/api/nodes/${id}/images`);
  await send('files', 'GET', `/api/documents/${id}/files`);
  await send('files, by query', 'GET', `/api/Files?documentId=${id}`);
  await send('read an image', 'GET', `/api/images/${imageId}`);
  await send('replace an image', 'PUT', `/api/images/${imageId}`, {
    json: { Name: 'Cover', Order: 1, Status: 'Active' },
  });
  await send('change an image', 'PATCH', `/api/images?id=${imageId}`, { json: { AutoTrigger: true } });
  const rectangle = { PositionX: 20, PositionY: 20, Width: 40, Height: 60 };
  const zone = await send('create a zone', 'POST', '/api/zones', {
    json: { ImageId: imageId, ...rectangle },
  });
  const zoneId = textMember(zone, 'Id');
  await send('read a zone', 'GET', `/api/zones/${zoneId}`);
  await send('list the zones of an image', 'GET', `/api/zones?imageId=${imageId}`);
  await send('list the images of a document', 'GET', `/api/images?documentId=${id}`);
  await send('replace a zone', 'PUT', `/api/zones/${zoneId}`, { json: { ...rectangle, Width: 50 } });
  await send('change a zone', 'PATCH', `/api/zones/${zoneId}`, {
    json: { Name: 'Tart', TitleStyle: 'bold' },
  });
  await send('zones of an image', 'GET', `/api/images/${imageId}/zones`);
  await send('zones of a node', 'GET', `/api/nodes/${imageId}/zones`);
  await send('an image and its zones', 'GET', `/api/ImageAndZones/${imageId}`);
  await send('only a failed document is retried', 'POST', `/api/documents/${id}/retry`);
  const broken = await send('upload and not wait', 'POST', '/api/Documents', {
    form: {
      part: ['document', { ...members, Name: 'Broken' }],
      file: ['broken.pdf', 'application/pdf', brokenPdf],
    },
  });
  const brokenId = textMember(broken, 'Id');
  await settled(brokenId);
  await send('read why it failed', 'GET', `/api/documents/${brokenId}`);
  await send('retry', 'POST', `/api/documents/${brokenId}/retry`);
  await settled(brokenId);
  return { documentId: id, imageId, zoneId };
}

async function playContent(send: Send, { icon: file }: Cast, { documentId, imageId, zoneId }: Printed) {
  await send('languages', 'GET', '/api/Languages?take=2');
  const french = { DocumentId: documentId, LanguageCode: 'fr-FR' };
  await send('add a language', 'PUT', '/api/DocumentLanguages', { json: french });
  await send('languages of a document', 'GET', `/api/DocumentLanguages?documentId=${documentId}`);
  await send('languages of a document', 'GET', `/api/documents/${documentId}/languages`);
  const title = { NodeId: imageId, LanguageCode: 'fr-FR', Value: 'Tarte' };
  await send('set a title', 'PUT', '/api/titles', { json: title });
  await send('create a title', 'POST', '/api/titles', { json: { ...title, NodeId: zoneId, Style: 'bold' } });
  await send('change a title', 'PATCH', '/api/titles', { json: { ...title, Value: 'La tarte' } });
  await send('read a title', 'GET', `/api/titles?nodeId=${imageId}&languageCode=fr-FR`);
  await send('titles of a node', 'GET', `/api/nodes/${imageId}/titles`);
  await send('titles of a document', 'GET', `/api/documents/${documentId}/titles`);
  const icon = await send('upload an icon', 'POST', '/api/Icons', {
    form: { part: ['icon', { NodeId: documentId, Name: 'Fork' }], file: ['icon.png', 'image/png', file] },
  });
  const iconId = textMember(icon, 'Id');
  await send('read an icon', 'GET', `/api/Icons/${iconId}`);
  await send('replace the file', 'PUT', `/api/Icons?iconId=${iconId}`, {
    form: { file: ['icon.png', 'image/png', file] },
  });
  await send('change an icon', 'PATCH', `/api/Icons/${iconId}`, { json: { Tags: 'food,table' } });
  await send('icons of a node', 'GET', `/api/nodes/${imageId}/icons?inherited=true`);
  const property = { NodeId: documentId, Type: 'Style', Name: 'ActionStyle', Value: 'blue' };
  const propertyId = textMember(await send('create', 'POST', '/api/Properties', { json: property }), 'Id');
  await send('read', 'GET', `/api/Properties/${propertyId}`);
  await send('replace', 'PUT', `/api/Properties/${propertyId}`, {
    json: { Name: 'ActionStyle', Value: 'red' },
  });
  await send('change', 'PATCH', `/api/Properties/${propertyId}`, { json: { Value: 'green' } });
  await send('properties of a node', 'GET', `/api/nodes/${documentId}/properties`);
  const action = {
    NodeId: zoneId,
    LanguageCode: 'fr-FR',
    Name: 'Recette',
    Type: 'URL',
    Content: '{"Url":"https://loupe.example/","ContentType":"text/html"}',
  };
  const actionId = textMember(await send('create', 'POST', '/api/actions', { json: action }), 'Id');
  await send('read', 'GET', `/api/actions/${actionId}`);
  await send('replace', 'PUT', '/api/actions', { json: { ...action, Id: actionId, Priority: 1 } });
  await send('change', 'PATCH', `/api/actions?id=${actionId}`, {
    json: { Type: 'TEL', Content: '{"Number":"112"}' },
  });
  await send('a map', 'POST', '/api/actions', {
    json: { ...action, Type: 'MAP', Content: '{"Latitude":48.8,"Longitude":2.3}' },
  });
  await send('actions of a node', 'GET', `/api/nodes/${zoneId}/actions`);
  await send('actions of a document', 'GET', `/api/documents/${documentId}/actions`);
  const card = { FirstName: 'Ana', LastName: 'Li', Emails: [{ Type: 'WORK', Email: 'ana@loupe.example' }] };
  await send('a contact card', 'POST', '/api/Actions/VCard', { json: card });
  const event = { Start: '2027-10-09T08:00:00Z', End: '2027-10-09T09:00:00Z', Summary: 'Fair' };
  await send('an event', 'POST', '/api/Actions/VCalendar', { json: event });
}

async function playReaders(recorder: Recorder, send: Send, { organization, page }: Cast, printed: Printed) {
  const headers = { ApiKey: organization.apiKey, SessionId: 'session', ...deviceHeaders };
  const scanned = await recorder.record('scan', {
    method: 'POST',
    path: '/api/EnrichedImages',
    headers,
    form: { part: ['query', { Language: 'fr-FR' }], file: ['photo.jpg', 'image/jpeg', page] },
  });
  const path = `/api/EnrichedImages?id=${printed.zoneId}&languageCode=fr-FR`;
  await recorder.record('fetch by id', { method: 'GET', path, headers });
  const [action] = elementsOf(memberOf(scanned, 'Actions'));
  const click = `/api/Clicks?actionId=${textMember(action, 'Id')}`;
  await recorder.record('click', { method: 'PUT', path: click, headers });
  await send('matches', 'GET', `/api/Matches?documentId=${printed.documentId}`);
  await send('matches of a document', 'GET', `/api/documents/${printed.documentId}/matches?take=1`);
  await send('clicks of a document', 'GET', `/api/documents/${printed.documentId}/clicks`);
}

async function playAccounts(recorder: Recorder, send: Send, { organization, icon, mailedCode }: Cast) {
  const { id, apiKey } = organization;
  await send('set a logo', 'PUT', `/api/Logo/${id}`, { form: { file: ['logo.png', 'image/png', icon] } });
  await send('delete a logo', 'DELETE', `/api/Logo/${id}`);
  await send('account', 'GET', `/api/accounts?organizationId=${id}`);
  const branches = elementsOf(await send('branches', 'GET', `/api/nodes/${id}/organizations`));
  const json = { OrganizationId: textMember(branches[0], 'Id'), Amount: 2, Direction: 'Give' };
  await send('give credits', 'POST', '/api/Credits', { json });
  const mail = 'ana@loupe.example';
  const person = { OrganizationId: id, Mail: mail, Password: 'a long password' };
  const userId = textMember(await send('create a user', 'POST', '/api/Users', { json: person }), 'Id');
  await recorder.record('sign up with an ApiKey', {
    method: 'POST',
    path: '/api/Users',
    headers: { ApiKey: apiKey },
    json: { OrganizationId: id, Mail: 'ben@loupe.example', FirstName: 'Ben' },
  });
  await send('read a user', 'GET', `/api/Users/${userId}`);
  await send('replace a user', 'PUT', `/api/Users/${userId}`, { json: { Mail: mail, LastName: 'Li' } });
  await send('change a user', 'PATCH', `/api/Users/${userId}`, { json: { Status: 'Active' } });
  await send('give a role', 'PUT', `/api/Users/${userId}/Roles/editor`);
  await send('roles of a user', 'GET', `/api/Users/${userId}/Roles`);
  await send('take a role', 'DELETE', `/api/Users/${userId}/Roles/Editor`);
  await send('roles', 'GET', '/api/Roles');
  const path = '/api/Users/PasswordRecovery';
  await recorder.record('recover', {
    method: 'POST',
    path,
    headers: { ApiKey: apiKey },
    json: { Mail: mail },
  });
  const code = await mailedCode();
  recorder.hide(code, 'code of the mail');
  const reset = { Token: code, Password: 'a new, long password' };
  await recorder.record('reset', { method: 'POST', path: '/api/Users/PasswordReset', json: reset });
  await recorder.record('reset again', { method: 'POST', path: '/api/Users/PasswordReset', json: reset });
  const login = { grant_type: 'password', username: mail, password: reset.Password };
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const text = new URLSearchParams(login).toString();
  await recorder.record('log in without an ApiKey', { method: 'POST', path: '/token', headers: type, text });
  const answer = (await recorder.record('log in', {
    method: 'POST',
    path: '/token',
    headers: { ApiKey: apiKey, ...type },
    text,
  })) as { readonly access_token: string };
  recorder.hide(answer.access_token, 'token');
  const headers = { Authorization: `bearer ${answer.access_token}` };
  await recorder.record('log out', { method: 'POST', path: '/token/revoke', headers });
  await recorder.record('afterwards', { method: 'GET', path: '/api/Roles', headers });
  await send('operations', 'GET', `/api/Operations?organizationId=${id}&take=2`);
  await send('operations', 'GET', `/services/AuditLog?organizationId=${id}&format=cef&after=1000000`);
  await send('make a link for a password', 'POST', `/api/Users/${userId}/PasswordLink`);
  await send('delete a user', 'DELETE', `/api/Users/${userId}`);
}

async function playEndings(send: Send, { id }: SeededOrganization, folderId: string, printed: Printed) {
  const { documentId, imageId, zoneId } = printed;
  const [action] = elementsOf(await send('actions', 'GET', `/api/actions?nodeId=${zoneId}`));
  await send('delete', 'DELETE', `/api/actions/${textMember(action, 'Id')}`);
  const [icon] = elementsOf(await send('icons', 'GET', `/api/Icons?nodeId=${documentId}`));
  await send('delete', 'DELETE', `/api/Icons/${textMember(icon, 'Id')}`);
  const [property] = elementsOf(await send('properties', 'GET', `/api/Properties?nodeId=${documentId}`));
  await send('delete', 'DELETE', `/api/Properties/${textMember(property, 'Id')}`);
  await send('delete', 'DELETE', `/api/titles?nodeId=${imageId}&languageCode=fr-FR`);
  await send('remove', 'DELETE', `/api/DocumentLanguages?documentId=${documentId}&languageCode=fr-FR`);
  await send('delete', 'DELETE', `/api/zones/${zoneId}`);
  await send('read a zone that was deleted', 'GET', `/api/zones/${zoneId}`);
  await send('refuse to delete a folder that is not empty', 'DELETE', `/api/folders/${folderId}`);
  await send('delete', 'DELETE', `/api/documents/${documentId}`);
  await send('delete a folder', 'DELETE', `/api/folders/${folderId}?deletechildren=true`);
  const branches = elementsOf(await send('branches', 'GET', `/api/nodes/${id}/organizations`));
  await send('delete', 'DELETE', `/api/organizations/${textMember(branches[0], 'Id')}?deletechildren=true`);
}
