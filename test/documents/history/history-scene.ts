/** Documents of two pages whose history is read, and changed back, as their users do it. */
import { beforeEach } from 'vitest';
import type { TestApp } from '../../kit/app.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

export const HISTORY = `query ($id: ID!, $before: ID, $first: Int = 100) { document(id: $id) { history(before: $before, first: $first) {
  begins hasMore changes { id createdAt user operations { operation elementType elementName pageName } operationsLeftOut
    changes { kind field languageCode before after elementName pageName } changesLeftOut hasTexts isVersion earlierFile { pageId purgedAt thumbnailUrl } } } } }`;
export const RESTORE = `mutation ($id: ID!, $isBefore: Boolean = false) { done: restoreTexts(input: { changeId: $id, isBefore: $isBefore }) {
  ... on RestoredTexts { changed leftOut undoId } ... on Problem { code message } } }`;
export const PREVIEW = `query ($id: ID!, $isBefore: Boolean = false) { textsToRestore(changeId: $id, isBefore: $isBefore) {
  count leftOut changesLeftOut changes { kind field before after } } }`;

interface Scene {
  readonly organization: SeededOrganization;
  readonly user: SeededUser;
  readonly document: SeededDocument;
  /** The first page. */
  readonly pageId: string;
}

/** Gives every test a document of its own. @param onScene receives it before the test */
export function useHistory(loupe: TestApp, onScene: (scene: Scene) => void) {
  let organization: SeededOrganization;
  let user: SeededUser;
  let document: SeededDocument;
  beforeEach(async () => {
    organization = await seed(loupe).organization({ credit: 20 });
    user = await organization.user();
    const folder = await user.folder();
    document = await folder.document(await newPdf([11, 12]), { contentType: 'application/pdf' });
    onScene({ organization, user, document, pageId: document.imageIds[0] ?? '' });
  });

  const ask = (query: string, variables: object, who = user) =>
    who.send('POST', '/graphql', { json: { query, variables } });
  const done = (answer: unknown) => memberOf(memberOf(answer, 'data'), 'done');
  const historyOf = async (more: object = {}) =>
    memberOf(
      memberOf(memberOf(await ask(HISTORY, { id: document.id, ...more }), 'data'), 'document'),
      'history',
    );
  const history = async () => elementsOf(memberOf(await historyOf(), 'changes'));
  const idAt = async (at: number) => textMember((await history())[at], 'id');
  const restore = async (id: string, isBefore = false) => done(await ask(RESTORE, { id, isBefore }));

  async function textsOf(nodeId: string) {
    const titles = elementsOf(await user.send('GET', `/api/nodes/${nodeId}/titles`));
    const actions = elementsOf(await user.send('GET', `/api/nodes/${nodeId}/actions`));
    return {
      titles: titles.map((title) => `${textMember(title, 'LanguageCode')} ${textMember(title, 'Value')}`),
      actions: actions.map((action) => `${textMember(action, 'Name')} ${textMember(action, 'Content')}`),
    };
  }
  /** Somebody whose login has not ended goes on, an administrator as well. */
  const logInAnother = async () => (user = await organization.user());

  return { logInAnother, ask, done, historyOf, history, idAt, restore, textsOf };
}
