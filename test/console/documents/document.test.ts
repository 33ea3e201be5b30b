import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot, type TestBrowser } from '../../kit/browser.js';
import { useTestBrowser } from '../../kit/use-browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';

async function newEditor(browser: TestBrowser): Promise<SeededUser> {
  return (await seed(browser.loupe).organization({ credit: 100 })).user({ roles: ['Editor'] });
}

/** A document of one page, and its screen. */
async function openPage(browser: TestBrowser, viewport: 'desk' | 'phone' = 'desk') {
  const user = await newEditor(browser);
  const folder = await user.folder({ name: 'Summer' });
  const document = await folder.document(await jpegPicture(1), { name: 'Magazine' });
  const [pageId = ''] = document.imageIds;
  const address = `/documents/${document.id}?page=${pageId}`;
  const page = await browser.open(address, { as: user, viewport });
  return { user, document, pageId, page, address };
}

interface PageContent {
  readonly titles: { readonly languageCode: string; readonly value: string }[];
  readonly actions: {
    readonly name: string;
    readonly type: string;
    readonly target: object;
    readonly style: string | null;
    readonly iconId: string | null;
  }[];
}

/** What the server has of a page, its actions in their order. */
async function contentOf(user: SeededUser, pageId: string): Promise<PageContent> {
  const query = `query ($id: ID!) { node(id: $id) { ... on Image {
    titles { languageCode value } actions { name type style iconId target { ... on ContactTarget { firstName telephones { type number } } } }
  } } }`;
  const answer = await user.send('POST', '/graphql', { json: { query, variables: { id: pageId } } });
  return (answer as { data: { node: PageContent } }).data.node;
}

const drawer = (page: Page) => page.getByRole('dialog');

/** A field of the form of an action. */
const field = (page: Page, name: string) =>
  drawer(page)
    .getByLabel(new RegExp(`^${name}( \\*)?$`))
    .first();

/** Begins a new action of a kind. */
async function beginAction(page: Page, kind: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New action' }).click();
  await drawer(page).getByRole('radio', { name: kind }).click();
  await field(page, 'Name').fill(name);
}

async function saveAction(page: Page): Promise<void> {
  await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
  await drawer(page).waitFor({ state: 'detached' });
}

describe('the screen of a document', () => {
  const browser = useTestBrowser();

  test('titles are written in three languages, and what is empty shows what it inherits', async () => {
    const { user, page, pageId, document } = await openPage(browser);
    await document.title('The summer issue');
    await page.reload();
    await page.getByText('While this is empty, readers see “The summer issue” of Magazine.').waitFor();
    await page.getByLabel('Title', { exact: true }).fill('Dawn over the lake');
    await page.keyboard.press('Enter');
    await page.getByText('Title saved').waitFor();
    for (const [language, tab, words] of [
      ['French (France)', 'French', 'L’aube sur le lac'],
      ['German (Germany)', 'German', 'Morgen über dem See 🌅'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a language' }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Language' }).fill(language);
      await page.getByRole('option', { name: language }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('tab', { name: tab, selected: true }).waitFor();
      await page.getByLabel('Title', { exact: true }).fill(words);
      await page.getByRole('button', { name: 'Save the title' }).click();
      await page.getByRole('button', { name: 'Save the title' }).waitFor({ state: 'detached' });
    }
    await page.getByText('Morgen über dem See').first().waitFor();
    const { titles } = await contentOf(user, pageId);
    expect(Object.fromEntries(titles.map(({ languageCode, value }) => [languageCode, value]))).toEqual({
      'en-US': 'Dawn over the lake',
      'fr-FR': 'L’aube sur le lac',
      'de-DE': 'Morgen über dem See 🌅',
    });
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'document');
  });

  test('each of the eight kinds of action has a form; mistakes are shown at their fields', async () => {
    const { user, page, pageId } = await openPage(browser);
    await beginAction(page, 'Open a web page', 'Read on');
    await field(page, 'Address').fill('javascript:alert(1)');
    await drawer(page).getByText('Enter a web address').waitFor();
    await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
    expect(await drawer(page).isVisible()).toBe(true);
    await field(page, 'Address').fill('https://loupe.example/issue');
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'document-action');
    await saveAction(page);

    await beginAction(page, 'Write an e-mail', 'Write to us');
    await drawer(page).getByRole('button', { name: 'Save', exact: true }).click();
    await drawer(page).getByText('Fill this in.').waitFor();
    await field(page, 'E-mail address').fill('editor@loupe.example');
    await saveAction(page);
    await beginAction(page, 'Call a number', 'Call us');
    await field(page, 'Number').fill('+33 1 23 45 67 89');
    await saveAction(page);
    await beginAction(page, 'Write a text message', 'Vote');
    await field(page, 'Number').fill('72727');
    await field(page, 'Text').fill('Page 1');
    await saveAction(page);
    await beginAction(page, 'Show a place', 'The walk');
    await field(page, 'Latitude').fill('45.4215');
    await field(page, 'Longitude').fill('200');
    await drawer(page).getByText('Give a number from -180 to 180.').waitFor();
    await field(page, 'Longitude').fill('3.7189');
    await saveAction(page);
    await beginAction(page, 'Share a link', 'Share');
    await field(page, 'Address').fill('https://loupe.example/14');
    await saveAction(page);
    await beginAction(page, 'Save a contact', 'Our botanist');
    await field(page, 'First name').fill('Ada');
    await drawer(page).getByRole('button', { name: 'Add a telephone' }).click();
    await field(page, 'Number').fill('+33 6 12 34 56 78');
    await saveAction(page);
    await beginAction(page, 'Save a date', 'The fair');
    await field(page, 'What').fill('Apple fair');
    await field(page, 'Begins').fill('2027-10-09T10:00');
    await field(page, 'Ends').fill('2027-10-09T09:00');
    await drawer(page).getByText('The end must be after the beginning.').waitFor();
    await field(page, 'Ends').fill('2027-10-09T18:00');
    await saveAction(page);

    const { actions } = await contentOf(user, pageId);
    expect(actions.map(({ type }) => type)).toEqual([
      'URL',
      'MAIL',
      'TEL',
      'SMS',
      'MAP',
      'SHARE',
      'VCARD',
      'VCALENDAR',
    ]);
    expect(actions[6]!.target).toEqual({
      firstName: 'Ada',
      telephones: [{ type: 'WORK', number: '+33 6 12 34 56 78' }],
    });
    await keepScreenshot(page, 'document-actions');
  });

  test('actions are put in order, get a look and an icon, and come back after a deletion', async () => {
    const { user, page, pageId, document } = await openPage(browser);
    await document.action({ nodeId: pageId, name: 'First' });
    await document.action({ nodeId: pageId, name: 'Second' });
    await page.reload();
    const list = page.getByRole('list', { name: 'Actions' }).getByRole('listitem');
    await list.nth(1).waitFor();
    await page.getByRole('button', { name: 'More actions for Second' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await list.first().filter({ hasText: 'Second' }).waitFor();
    await list
      .first()
      .getByRole('button', { name: /Second/ })
      .first()
      .click();
    await drawer(page).getByRole('button', { name: 'Look', exact: true }).click();
    await drawer(page).getByLabel('Background').fill('#0a7f66');
    await drawer(page).getByLabel('Bold').check();
    await drawer(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'Leaf.png', mimeType: 'image/png', buffer: await icon() });
    await drawer(page).getByRole('radio', { name: 'Leaf', checked: true }).waitFor();
    await saveAction(page);
    const { actions: saved } = await contentOf(user, pageId);
    expect(saved.map(({ name }) => name)).toEqual(['Second', 'First']);
    expect(JSON.parse(saved[0]!.style!)).toMatchObject({
      button: { 'background-color': '#0a7f66' },
      text: { 'font-weight': 'bold' },
    });
    expect(saved[0]!.iconId).toMatch(/^[0-9a-f-]{36}$/);

    await page.getByRole('button', { name: 'More actions for First' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await list.filter({ hasText: 'First' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.filter({ hasText: 'First' }).waitFor();
  });

  test('what was typed and not saved outlives a reload', async () => {
    const { page } = await openPage(browser);
    await page.getByLabel('Title', { exact: true }).fill('A half-written ti');
    await page.getByRole('button', { name: 'New action' }).click();
    await field(page, 'Name').fill('Half an action');
    await page.reload();
    await page.getByText('kept as a draft').first().waitFor();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('A half-written ti');
    await page.getByRole('button', { name: 'New action' }).click();
    expect(await field(page, 'Name').inputValue()).toBe('Half an action');
    await drawer(page).getByRole('button', { name: 'Discard' }).click();
    expect(await field(page, 'Name').inputValue()).toBe('');
  });

  test('of two editors the second sees what the first wrote, and decides', async () => {
    const { page, pageId, document } = await openPage(browser);
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    await document.title('Theirs', { nodeId: pageId });
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page.getByRole('alert').filter({ hasText: 'It now says: Theirs' }).waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page.getByText('Title saved').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    const theirs = page.getByLabel('Title', { exact: true }).and(page.locator('textarea'));
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await expect.poll(() => theirs.inputValue()).toBe('Theirs');
  });

  test('it is activated after a look at what could be confused', async () => {
    const user = await newEditor(browser);
    const folder = await user.folder({ name: 'Posters' });
    await folder.document(await jpegPicture(5), { name: 'First poster' });
    const second = await folder.document(await jpegPicture(5), { name: 'Second poster', status: 'Inactive' });
    const page = await browser.open(`/documents/${second.id}`, { as: user });
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('dialog').getByText('First poster').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Deactivate' }).count()).toBe(1);
  });

  test('names of ten thousand characters, from right to left and with markup are shown as text', async () => {
    const { user, page, address, document, pageId } = await openPage(browser, 'phone');
    await page.getByLabel('Title', { exact: true }).fill('x'.repeat(10_000));
    await page.getByRole('button', { name: 'Save the title' }).click();
    await page
      .getByText(/^At most \d+ characters\.$/)
      .first()
      .waitFor();
    expect((await page.getByLabel('Title', { exact: true }).inputValue()).length).toBe(10_000);
    await page.getByRole('button', { name: 'Discard' }).click();
    await document.title('שלום <img src=x onerror="document.title=1"> 👩‍👩‍👧‍👦', { nodeId: pageId });
    await user.send('PATCH', `/api/documents/${document.id}`, {
      json: { Name: `<script>1</script> ${'long '.repeat(30)}` },
    });
    await page.goto(address);
    await page.getByRole('heading', { name: /<script>1<\/script>/ }).waitFor();
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toContain('<img src=x');
    expect(await page.locator('img[src=x]').count()).toBe(0);
    expect(await page.evaluate(() => window.document.documentElement.scrollWidth <= window.innerWidth)).toBe(
      true,
    );
    await keepScreenshot(page, 'document-phone');
  });
});

async function icon(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width: 32, height: 32, channels: 3, background: '#0a7f66' } })
    .png()
    .toBuffer();
}
