/** What the tests of drafts share: a server, and for each test a live document of two pages with a title. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp, type TestAppOptions } from '../../kit/app.js';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument, SeededUser } from '../../kit/seed/seed-user.js';

const PROBLEM = '... on Problem { code message ... on ValidationProblem { fields { path messages } } }';

/** Places of zones that do not overlap. */
export const UPPER_LEFT = { positionXPercent: 5, positionYPercent: 5, widthPercent: 40, heightPercent: 40 };
export const LOWER_RIGHT = {
  positionXPercent: 50,
  positionYPercent: 50,
  widthPercent: 45,
  heightPercent: 45,
};

/** Of what the first edit left. */
export const idOf = (edited: unknown) => textMember(elementsOf(memberOf(edited, 'edited'))[0], 'id');

export class DraftBench {
  loupe!: TestApp;
  organization!: SeededOrganization;
  user!: SeededUser;
  document!: SeededDocument;
  pageId!: string;

  async begin(): Promise<void> {
    this.organization = await seed(this.loupe).organization({ credit: 20 });
    this.user = await this.organization.user();
    const folder = await this.user.folder();
    this.document = await folder.document(await newPdf([31, 32]), { contentType: 'application/pdf' });
    this.pageId = this.document.imageIds[0] ?? '';
    await this.document.title('Spring', { nodeId: this.pageId });
  }

  readonly ask = (query: string, variables: object, who = this.user) =>
    who.send('POST', '/graphql', { json: { query, variables } });
  readonly mutate = async (call: string, args: string, success: string, variables: object, who = this.user) =>
    memberOf(
      memberOf(
        await this.ask(`mutation (${args}) { done: ${call} { ${success} ${PROBLEM} } }`, variables, who),
        'data',
      ),
      'done',
    );

  readonly start = (who = this.user, id = this.document.id) =>
    this.mutate(
      'startDraft(input: { documentId: $id })',
      '$id: ID!',
      '... on Draft { id version user changeCount }',
      { id },
      who,
    );
  readonly edit = (edits: readonly object[], who = this.user, id = this.document.id) =>
    this.mutate(
      'changeDraft(input: { documentId: $id, edits: $edits })',
      '$id: ID!, $edits: [DraftEdit!]!',
      '... on EditedDraft { draft { version changeCount } edited { id version } }',
      { id, edits },
      who,
    );
  readonly publish = (ifVersion: string | null = null, who = this.user) =>
    this.mutate(
      'publishDraft(input: { documentId: $id, ifVersion: $ifVersion })',
      '$id: ID!, $ifVersion: String',
      '... on PublishedDraft { changed undoId }',
      { id: this.document.id, ifVersion },
      who,
    );
  readonly discard = (who = this.user) =>
    this.mutate(
      'discardDraft(input: { documentId: $id })',
      '$id: ID!',
      '... on Deleted { id }',
      { id: this.document.id },
      who,
    );
  readonly drop = (changeIds: readonly string[], who = this.user) =>
    this.mutate(
      'dropDraftChanges(input: { documentId: $id, changeIds: $changeIds })',
      '$id: ID!, $changeIds: [ID!]!',
      '... on Draft { changeCount }',
      { id: this.document.id, changeIds },
      who,
    );
  readonly keep = (changeId: string, conflictVersion: string, who = this.user) =>
    this.mutate(
      'keepDraftChange(input: { documentId: $id, changeId: $changeId, conflictVersion: $conflictVersion })',
      '$id: ID!, $changeId: ID!, $conflictVersion: String!',
      '... on Draft { changeCount }',
      { id: this.document.id, changeId, conflictVersion },
      who,
    );

  async draftOf(who = this.user): Promise<unknown> {
    const answer = await this.ask(
      `query ($id: ID!) { document(id: $id) { draft { user version changeCount changes {
         id kind actionName languageCode user element { id type pageOrder }
         changes { kind field before after } conflict { reason version changes { field before after } }
       } } } }`,
      { id: this.document.id },
      who,
    );
    return memberOf(memberOf(memberOf(answer, 'data'), 'document'), 'draft');
  }
  readonly changesOf = async () => elementsOf(memberOf(await this.draftOf(), 'changes'));
  readonly conflictOf = async () => {
    const [change] = await this.changesOf();
    return { id: textMember(change, 'id'), version: textMember(memberOf(change, 'conflict'), 'version') };
  };

  async draftedOf(id = this.pageId): Promise<unknown> {
    const answer = await this.ask(
      `query ($id: ID!) { node(id: $id) { ... on ContentElement { drafted {
         titles { languageCode value version isChanged } actions { id name version isChanged isValid }
       } } } }`,
      { id },
    );
    return memberOf(memberOf(memberOf(answer, 'data'), 'node'), 'drafted');
  }

  async previewOf(inDraft: boolean, elementId = this.pageId): Promise<unknown> {
    const answer = await this.ask(
      `query ($elementId: ID!, $inDraft: Boolean!) { readerPreview(elementId: $elementId, languageCode: "en-US", inDraft: $inDraft) {
         title actions { name target { ... on UrlTarget { url } } source { id } } hiddenReasons } }`,
      { elementId, inDraft },
    );
    return memberOf(memberOf(answer, 'data'), 'readerPreview');
  }

  /** Of a new link that shows the document to guests. */
  async previewCode(): Promise<string> {
    const link = await this.mutate(
      'createPreviewLink(input: { documentId: $id })',
      '$id: ID!',
      '... on CreatedPreviewLink { url }',
      { id: this.document.id },
    );
    return new URL(textMember(link, 'url')).hash.replace('#code=', '');
  }

  /** As somebody without an account. */
  async asGuest(query: string, variables: object): Promise<unknown> {
    const answer = await fetch(`${this.loupe.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return answer.json();
  }

  /** The zones of a page as the draft has them. */
  async draftedZonesOf(pageId = this.pageId): Promise<readonly unknown[] | null> {
    const answer = await this.ask(
      `query ($id: ID!) { node(id: $id) { ... on Image { draftedZones {
         id name order positionXPercent widthPercent autoTrigger isNew isChanged isRecognizable version
         content { titles { value } actions { id name } }
       } } } }`,
      { id: pageId },
    );
    const zones = memberOf(memberOf(memberOf(answer, 'data'), 'node'), 'draftedZones');
    return zones === null ? null : elementsOf(zones);
  }

  /** The zones that readers get. */
  async zonesOf(pageId = this.pageId): Promise<readonly unknown[]> {
    return elementsOf(await this.user.send('GET', `/api/images/${pageId}/zones`));
  }

  /** What REST says of an element's own texts. */
  async textsOf(nodeId: string) {
    const titles = elementsOf(await this.user.send('GET', `/api/nodes/${nodeId}/titles`));
    const actions = elementsOf(await this.user.send('GET', `/api/nodes/${nodeId}/actions`));
    return [
      ...titles.map((title) => textMember(title, 'Value')),
      ...actions.map((action) => textMember(action, 'Name')),
    ];
  }

  readonly titled = (value: string, nodeId = this.pageId, languageCode = 'en-US') => ({
    change: { setTitle: { nodeId, languageCode, value } },
  });
  readonly zoned = (name: string, place: object = UPPER_LEFT, imageId = this.pageId) => ({
    createZone: { imageId, name, ...place },
  });
  readonly added = (name: string, nodeId = this.pageId) => ({
    change: {
      createAction: {
        nodeId,
        languageCode: 'en-US',
        name,
        target: { url: { url: 'https://new.example/' } },
      },
    },
  });
}

/** Call it once in a test file. */
export function draftBench(options: TestAppOptions = {}): DraftBench {
  const bench = new DraftBench();
  beforeAll(async () => {
    bench.loupe = await startTestApp(options);
  });
  beforeEach(async () => bench.begin());
  afterAll(async () => bench.loupe.close());
  return bench;
}
