/** The first day of a company: its people arrive, a program writes, others look at it, and an auditor can follow all of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import { elementsOf, memberOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { type RealProvider, startRealProvider } from '../kit/sign-in-provider.js';
import { useTestApp } from '../kit/use-app.js';
import { ruleFor, ScimClient } from '../rest/scim/scim-client.js';
import { Browser } from './sign-in-browser.js';

const loupe = useTestApp({ environment: { LOUPE_SIGN_IN_PRIVATE: 'true' } });
let real: RealProvider;
let organization: SeededOrganization;
let administrator: SeededUser;
let providerId: string;

beforeAll(async () => {
  real = await startRealProvider();
  organization = await seed(loupe).organization({ credit: 10 });
  administrator = await organization.user();
});
afterAll(() => real.close());

type Asker = (query: string, variables: object) => Promise<unknown>;
const PROBLEM = '... on Problem { code message }';

async function mutate(ask: Asker, name: string, input: object, success: string): Promise<unknown> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { done: ${name}(input: $input) { ${success} ${PROBLEM} } }`;
  return memberOf(await ask(query, { input }), 'done');
}

/** Asks by GraphQL: a program with its token, or somebody without any. */
const asProgram = (secret: string | null): Asker => {
  return async (query, variables) => {
    const answer = await fetch(`${loupe.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    return memberOf(await answer.json(), 'data');
  };
};

/** Logs in at the provider of the company. */
async function arrive(account: {
  readonly sub: string;
  readonly [claim: string]: unknown;
}): Promise<Browser> {
  real.account = account;
  const page = new Browser(loupe.url);
  expect(await page.finish(providerId, await page.logInAt(providerId))).toMatchObject({ isLoggedIn: true });
  return page;
}
const asBrowser =
  (page: Browser): Asker =>
  async (query, variables) =>
    page.ask(query, variables);

/** A provider whose groups give roles, and a directory that keeps 38 people; two more are made when they log in. */
async function peopleArrive() {
  const { signInProviders } = loupe.app.services;
  const viewer = await administrator.viewer();
  const { issuer, clientId, clientSecret } = real;
  const made = await signInProviders.create(viewer, {
    ...{ organizationId: organization.id, name: 'Press house', issuer, clientId, clientSecret },
    rules: [ruleFor('editors', 'Editor'), ruleFor('staff', 'Viewer')],
  });
  providerId = made.id;
  await signInProviders.update(viewer, made.id, { mode: 'Active' });
  real.register({ redirect_uris: [`${loupe.url}/sign-in/${made.id}/return`] });
  const directory = await ScimClient.of(administrator);
  const ids: string[] = [];
  for (let at = 0; at < 38; at += 1) {
    ids.push(await directory.user(`staff-${at}-${newId()}@press.example`, { externalId: `subject-${at}` }));
  }
  await directory.group('staff', ids);
  await directory.group('editors', ids.slice(0, 3));
  const mailed = (name: string) => ({ email: `${name}-${newId()}@press.example`, email_verified: true });
  const author = await arrive({ sub: 'subject-0', ...mailed('ada') });
  const approver = await arrive({ sub: 'subject-1', ...mailed('ben') });
  const reader = await arrive({ sub: newId(), ...mailed('cleo'), groups: ['staff'] });
  await arrive({ sub: newId(), ...mailed('dora'), groups: ['editors'] });
  return { author: asBrowser(author), approver: asBrowser(approver), reader: asBrowser(reader) };
}

test('people arrive, a program drafts, an outsider comments, another approves, and the log names all of it', async () => {
  const { author, approver, reader } = await peopleArrive();
  const users = await loupe.app.services.users.list(operator, { organizationId: organization.id });
  expect(users).toHaveLength(41);

  const folder = await administrator.folder({ name: 'Menus' });
  const document = await folder.document(await jpegPicture(91), { name: 'Lunch' });
  const [pageId = ''] = document.imageIds;
  await document.title('Soup', { nodeId: pageId });
  const { publishingRules, machineTokens, auditExport, auditSealer } = loupe.app.services;
  await publishingRules.updateFolder(await administrator.viewer(), folder.id, true);

  const { secret } = await machineTokens.create(await administrator.viewer(), {
    ...{ placeId: folder.id, name: 'Content system', scopes: ['content:write'] },
  });
  const program = asProgram(secret);
  const documentId = document.id;
  await mutate(program, 'startDraft', { documentId }, '... on Draft { id }');
  const setTitle = { nodeId: pageId, languageCode: 'en-US', value: 'Soup of the day' };
  const edits = [{ change: { setTitle } }];
  const drafted = await mutate(
    program,
    'changeDraft',
    { documentId, edits },
    '... on EditedDraft { draft { changeCount } }',
  );
  expect(drafted).toEqual({ draft: { changeCount: 1 } });
  const publishing = [{ documentId }, '... on PublishedDraft { changed }'] as const;
  expect(await mutate(program, 'publishDraft', ...publishing)).toMatchObject({ code: 'APPROVAL_NEEDED' });
  expect(await mutate(reader, 'publishDraft', ...publishing)).toMatchObject({ code: 'FORBIDDEN' });

  const link = await mutate(
    author,
    'createPreviewLink',
    { documentId, mayComment: true },
    '... on CreatedPreviewLink { url }',
  );
  const code = new URL(textMember(link, 'url')).hash.replace('#code=', '');
  const outside = asProgram(null);
  const joined = await mutate(
    outside,
    'joinSharedPreview',
    { code, name: 'Cook' },
    '... on JoinedPreview { guestKey }',
  );
  const guestKey = textMember(joined, 'guestKey');
  const said = await mutate(
    outside,
    'commentOnSharedPreview',
    { code, guestKey, text: 'Which soup?' },
    '... on CommentThread { id }',
  );
  expect(textMember(said, 'id')).not.toBe('');
  expect(await outside('query ($id: ID!) { document(id: $id) { name } }', { id: documentId })).toBeNull();

  await mutate(
    author,
    'changeDraft',
    { documentId, edits: [{ change: { setTitle: { ...setTitle, value: 'Leek soup' } } }] },
    '... on EditedDraft { draft { changeCount } }',
  );
  const asked = await mutate(author, 'askForReview', { documentId }, '... on Draft { version }');
  const ifVersion = textMember(asked, 'version');
  const approving = [{ documentId, ifVersion }, '... on Draft { review { state } }'] as const;
  expect(await mutate(author, 'approveDraft', ...approving)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await mutate(program, 'approveDraft', ...approving)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await mutate(approver, 'approveDraft', ...approving)).toEqual({ review: { state: 'APPROVED' } });
  expect(await mutate(author, 'publishDraft', ...publishing)).toEqual({ changed: 1 });
  const titles = elementsOf(await administrator.send('GET', `/api/Titles?nodeId=${pageId}`));
  expect(titles.map((title) => memberOf(title, 'Value'))).toEqual(['Leek soup']);

  await auditSealer.seal();
  expect(await auditExport.check(operator, organization.id, null)).toBeNull();
  const path = `/services/AuditLog?organizationId=${organization.id}`;
  const log = await (await administrator.request('GET', path)).text();
  const told = new Set(log.split('\n').flatMap((line) => /"operation":"([^"]+)"/.exec(line)?.[1] ?? []));
  expect([...told]).toEqual(
    expect.arrayContaining([
      ...['user:create', 'role:assign', 'folder:publishingRule', 'machineToken:create', 'draft:create'],
      ...['document:share', 'draft:askReview', 'draft:approve', 'draft:publish', 'audit:export'],
    ]),
  );
  await auditSealer.seal();
  expect(await auditExport.check(operator, organization.id, null)).toBeNull();
}, 30_000);
