/** Reviewers without an account: they get a link, give a name, pin a comment, and read the answer; on a phone, in three languages. */
import { expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { jpegPicture } from '../../kit/pictures.js';
import { seed } from '../../kit/seed.js';
import { firstOfStory } from '../../kit/seed/stories.js';
import { useTestBrowser } from '../../kit/use-browser.js';

const browser = useTestBrowser();

test('an editor shares a document for comments, a guest comments, the editor answers, and the link ends', async () => {
  const editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
  const document = await (await editor.folder()).document(await jpegPicture(72), { name: 'Flyer' });
  const page = await browser.open(`/documents/${document.id}?comment=all`, { as: editor });
  await page.getByRole('button', { name: 'More actions for the document' }).click();
  await page.getByRole('menuitem', { name: 'Share a preview' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Those who have the link may comment').check();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.getByText('May comment; nobody has yet').waitFor();
  await keepScreenshot(page, 'share-for-comments');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  const guest = await browser.open(url.replace(browser.loupe.url, ''));
  await guest.getByText('Comments', { exact: true }).click();
  const comments = guest.getByRole('region', { name: 'Comments' });
  await comments.getByLabel('Your name').fill('Ada');
  await keepScreenshot(guest, 'guest-name');
  expect(await accessibilityProblems(guest)).toEqual([]);
  await guest.setViewportSize({ width: 1440, height: 900 });
  await comments.getByRole('button', { name: 'Go on' }).click();
  await comments.getByText('You comment as Ada (guest).').waitFor();
  await comments.getByRole('button', { name: 'Pin it' }).click();
  await guest.keyboard.press('Shift+ArrowDown');
  await comments.getByLabel('New comment').fill('The date is <b>wrong</b>.');
  await comments.getByRole('button', { name: 'Comment', exact: true }).click();
  await comments.getByText('The date is <b>wrong</b>.').waitFor();
  await keepScreenshot(guest, 'guest-comment');

  await dialog.getByRole('button', { name: 'Close' }).click();
  const panel = page.getByRole('region', { name: 'Comments' });
  await panel.getByText('The date is <b>wrong</b>.').waitFor();
  await panel.getByText('Guests read it').waitFor();
  await panel.getByText('Guest', { exact: true }).waitFor();
  await keepScreenshot(page, 'comment-of-guest');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole('button', { name: 'Reply' }).click();
  await panel.getByLabel('Your reply').fill('Thank you.');
  await panel.getByRole('button', { name: 'Reply' }).click();
  await guest.reload();
  await guest.getByText('Comments', { exact: true }).click();
  await comments.getByText('Thank you.').waitFor();
  await comments.getByText('You comment as Ada (guest).').waitFor();

  const { previewLinks } = browser.loupe.app.services;
  const viewer = await editor.viewer();
  const [link] = await previewLinks.list(viewer, document.id);
  await previewLinks.revoke(viewer, link?.id ?? '');
  await comments.getByLabel('New comment').fill('One more');
  await comments.getByRole('button', { name: 'Comment', exact: true }).click();
  await comments.getByText('This link is no longer good').waitFor();
});

test('in German and French, 390 pixels wide, a guest gives a name and comments', async () => {
  const editor = await (await seed(browser.loupe).organization()).user({ roles: ['Editor'] });
  const document = await (await editor.folder()).document(await jpegPicture(73), { name: 'Flyer' });
  const { previewLinks } = browser.loupe.app.services;
  const viewer = await editor.viewer();
  const { code } = await previewLinks.create(viewer, document.id, { mayComment: true });
  for (const [locale, comments, name, go, words, send] of firstOfStory([
    ['de-DE', 'Kommentare', 'Ihr Name', 'Weiter', 'Neuer Kommentar', 'Kommentieren'],
    ['fr-FR', 'Commentaires', 'Votre nom', 'Continuer', 'Nouveau commentaire', 'Commenter'],
  ] as const)) {
    const guest = await browser.open(`/preview#code=${code}`, { locale, viewport: 'phone' });
    await guest.setViewportSize({ width: 390, height: 844 });
    await guest.getByText(comments, { exact: true }).click();
    await guest.getByLabel(name).fill(`Ada ${locale}`);
    await guest.getByRole('button', { name: go }).click();
    await guest.getByLabel(words).fill('Oui');
    await guest.getByRole('button', { name: send, exact: true }).click();
    await guest.getByText('Oui').first().waitFor();
    await keepScreenshot(guest, `guest-phone-${locale}`);
    expect(await accessibilityProblems(guest)).toEqual([]);
  }
});
