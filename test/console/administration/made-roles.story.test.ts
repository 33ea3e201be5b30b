/** Roles that an organization makes, in the administration: made, previewed, given, changed and deleted. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { accessibilityProblems } from '../../kit/accessibility.js';
import { keepScreenshot } from '../../kit/browser.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { useTestBrowser } from '../../kit/use-browser.js';

describe('roles of an organization in the administration', () => {
  const browser = useTestBrowser();
  let organization: SeededOrganization;
  let administrator: SeededUser;
  let viewer: SeededUser;

  beforeEach(async () => {
    organization = await seed(browser.loupe).organization({ name: 'Lake Press' });
    administrator = await organization.user();
    viewer = await organization.user({ roles: ['Viewer'] });
  });

  const make = async (
    name: string,
    operations: readonly string[],
    placeIds: readonly string[] | null = null,
  ) =>
    browser.loupe.app.services.madeRoles.create(await administrator.viewer(), organization.id, {
      ...{ name, operations: [...operations], placeIds: placeIds === null ? null : [...placeIds] },
    });
  const give = async (roleId: string) =>
    browser.loupe.app.services.madeRoles.assign(await administrator.viewer(), viewer.id, roleId);
  const editUser = async (page: Page, { userName }: SeededUser, words: readonly [RegExp, string]) => {
    await page.getByRole('row', { name: userName }).getByRole('button', { name: words[0] }).click();
    await page.getByRole('menuitem', { name: words[1], exact: true }).click();
    return page.getByRole('dialog');
  };

  test('are made for folders with a preview, given to a user, and seen with who has them', async () => {
    const folder = await administrator.folder({ name: 'Menus' });
    await administrator.folder({ name: 'Spring', parentId: folder.id });
    const page = await browser.open('/administration?tab=roles', { as: administrator });
    await page.getByText('You have made no role yet.').waitFor();
    await page.getByRole('button', { name: 'New role' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Translators');
    await dialog.getByRole('radio', { name: 'In folders' }).check();
    expect(await dialog.getByRole('checkbox', { name: 'Manage webhooks' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Open Menus' }).click();
    await dialog.getByRole('checkbox', { name: 'Spring' }).check();
    await dialog.getByRole('checkbox', { name: 'Change drafts, publish nothing' }).check();
    const could = dialog.getByRole('listitem');
    await could.filter({ hasText: 'See documents, titles and actions; only in Spring' }).waitFor();
    expect(await could.count()).toBe(3);
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'made-role-new');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Nobody has it yet.').waitFor();
    await page.getByRole('tab', { name: 'Users' }).click();
    await editUser(page, viewer, [/^More actions/, 'Change']);
    await dialog.getByRole('checkbox', { name: 'Translators' }).check();
    await dialog.getByRole('button', { name: 'What this person could do' }).click();
    await could.filter({ hasText: 'Change drafts, publish nothing; only in Spring' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'made-role-given');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: viewer.userName }).getByText('Viewer, Translators').waitFor();
    expect((await viewer.viewer()).grants).toHaveLength(1);
    await page.getByRole('tab', { name: 'Roles', exact: true }).click();
    await page.getByText(`Held by`).waitFor();
    await page.getByText('In the folders Spring').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'made-roles');
  });

  test('are changed for all who have them, and taken from a user', async () => {
    const role = await make('Statistics', ['insight:read']);
    await give(role.id);
    const page = await browser.open('/administration?tab=roles', { as: administrator });
    await page.getByRole('button', { name: 'Change the role Statistics' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('editor');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('A fixed role has this name. Choose another one.').waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Figures');
    await dialog.getByRole('checkbox', { name: 'See pictures' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Figures' }).waitFor();
    const [grant] = (await viewer.viewer()).grants ?? [];
    expect([...(grant?.operations ?? [])]).toContain('picture:read');
    await page.getByRole('tab', { name: 'Users' }).click();
    await editUser(page, viewer, [/^More actions/, 'Change']);
    await dialog.getByRole('checkbox', { name: 'Figures' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await viewer.viewer()).grants).toEqual([]);
  });

  test('that are held are deleted for another one, or taken away, unless somebody would have none', async () => {
    const [first, second] = [await make('First', ['insight:read']), await make('Second', ['picture:read'])];
    await give(first.id);
    await browser.loupe.app.services.roles.revoke(await administrator.viewer(), viewer.id, 'Viewer');
    const page = await browser.open('/administration?tab=roles', {
      ...{ as: administrator, locale: 'de-DE' },
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Die Rolle First löschen' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 Person hat die Rolle First.').waitFor();
    await dialog.getByRole('combobox', { name: 'Stattdessen bekommen sie' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual([
      'Second',
      'Nichts, sie wird ihnen genommen',
    ]);
    await page.getByRole('option', { name: /^Nichts/ }).click();
    await dialog.getByRole('button', { name: 'Löschen' }).click();
    await dialog.getByText(`und ${viewer.userName} hätte keine mehr`).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'made-role-delete-de');
    await dialog.getByRole('combobox', { name: 'Stattdessen bekommen sie' }).click();
    await page.getByRole('option', { name: 'Second' }).click();
    await dialog.getByRole('button', { name: 'Löschen' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Haben:').waitFor();
    await keepScreenshot(page, 'made-roles-de');
    const { madeRoleBatches } = browser.loupe.app.services;
    const [held] = await madeRoleBatches.ofUsers(await administrator.viewer(), [viewer.id]);
    expect(held).toMatchObject([{ id: second.id }]);
    await page.getByRole('button', { name: 'Die Rolle Second ändern' }).click();
    await dialog.getByText('Was diese Rolle könnte').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'made-role-edit-de');
  });

  test('are given to a new user, also without a fixed one', async () => {
    await make('Translators', ['content:write']);
    const page = await browser.open('/administration?tab=users', { as: administrator });
    await page.getByRole('button', { name: 'New user' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Mail' }).fill('ada@loupe.example');
    await dialog.getByRole('checkbox', { name: /^Viewer/ }).uncheck();
    const send = dialog.getByRole('button', { name: 'Create' });
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: 'Translators' }).check();
    await dialog.getByRole('button', { name: 'What this person could do' }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'Change drafts' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keepScreenshot(page, 'made-role-new-user');
    await send.click();
    await page.getByRole('button', { name: 'Close' }).last().click();
    const row = page.getByRole('row', { name: 'ada@loupe.example' });
    await row.getByText('Translators', { exact: true }).waitFor();
    const users = await browser.loupe.app.services.users.list(await administrator.viewer(), {
      organizationId: organization.id,
    });
    const ada = users.find(({ mail }) => mail === 'ada@loupe.example');
    expect(
      await browser.loupe.app.services.roles.rolesOf(await administrator.viewer(), ada?.id ?? ''),
    ).toEqual([]);
  });
});
