/** Compares the server's answers at the end of a simulated week with the ledger. */
import { isDeepStrictEqual } from 'node:util';
import { elementsOf, memberOf, textMember } from '../json.js';
import type { SeededUser } from '../seed/seed-user.js';
import {
  activePages,
  creditLeft,
  isShown,
  type LedgerDocument,
  type LedgerOrganization,
  matchesByDay,
  weekLanguages,
} from './ledger.js';

/** Operations that an editor does by hand; what follows from them is the server's own affair. */
const LOGGED =
  /^(document:(create|activate|deactivate|delete|replace)|trash:restore|title:write|action:write|zone:create)$/;
const PAGE = 1000;

/** @returns every difference in words; empty when all agree */
export async function auditOrganization(
  user: SeededUser,
  organization: LedgerOrganization,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const expect = (what: string, actual: unknown, expected: unknown) => {
    if (isDeepStrictEqual(actual, expected)) return;
    problems.push(`${what}: ${JSON.stringify(actual)} and not ${JSON.stringify(expected)}`);
  };
  const get = async (path: string) => user.send('GET', path);
  const shown = organization.documents.filter(isShown);
  const listed = elementsOf(await get(`/api/nodes/${organization.id}/documents?recursive=true`));
  expect('documents', idsOf(listed), shown.map(({ id }) => id).sort());
  const trashed = organization.documents.filter((document) => !isShown(document));
  const trash = elementsOf(await get(`/api/Trash?organizationId=${organization.id}`));
  expect('the trash', idsOf(trash), trashed.map(({ id }) => id).sort());
  const account = await get(`/api/accounts?organizationId=${organization.id}`);
  expect('active pages', memberOf(account, 'ActivePages'), activePages(organization));
  expect('credits left', memberOf(account, 'RemainingCredit'), creditLeft(organization));
  for (const document of shown) problems.push(...(await auditDocument(user, document)));
  expect('the operation log', await loggedIn(user, organization), entriesOf(organization));
  return problems;
}

async function auditDocument(user: SeededUser, document: LedgerDocument): Promise<readonly string[]> {
  const problems: string[] = [];
  const expect = (what: string, actual: unknown, expected: unknown) => {
    if (isDeepStrictEqual(actual, expected)) return;
    problems.push(
      `${what} of ${document.name}: ${JSON.stringify(actual)} and not ${JSON.stringify(expected)}`,
    );
  };
  const get = async (path: string) => user.send('GET', path);
  const read = await get(`/api/documents/${document.id}`);
  expect('status', memberOf(read, 'Status'), document.status);
  const images = elementsOf(await get(`/api/documents/${document.id}/images`));
  expect(
    'pages',
    images.map((image) => textMember(image, 'Id')),
    document.pages.map(({ id }) => id),
  );
  const zones = document.pages[0] ? elementsOf(await get(`/api/images/${document.pages[0].id}/zones`)) : [];
  expect('zones', idsOf(zones), document.zoneId === null ? [] : [document.zoneId]);
  const titles = elementsOf(await get(`/api/documents/${document.id}/titles`));
  expect(
    'titles',
    Object.fromEntries(
      titles.map((title) => [textMember(title, 'LanguageCode'), textMember(title, 'Value')]),
    ),
    Object.fromEntries(weekLanguages.map((language) => [language, document.titles.get(language) ?? ''])),
  );
  const actions = elementsOf(await get(`/api/documents/${document.id}/actions`));
  expect('actions', idsOf(actions), [...document.actionIds.values()].sort());
  const days = elementsOf(await get(`/services/Clickstream/GetMatchCumul?documentId=${document.id}`));
  expect(
    'matches by day',
    days.map((day) => [textMember(day, 'Timestamp').slice(0, 10), memberOf(day, 'Count')]),
    matchesByDay(document),
  );
  const matches = elementsOf(await get(`/api/documents/${document.id}/matches?take=${PAGE}`));
  const timeAndLanguage = (match: unknown) =>
    `${textMember(match, 'RequestTime')} ${textMember(match, 'Language')}`;
  expect(
    'matches',
    matches.map(timeAndLanguage).sort(),
    document.scans.map(({ timeMs, language }) => `${new Date(timeMs).toISOString()} ${language}`).sort(),
  );
  const clicks = elementsOf(await get(`/api/documents/${document.id}/clicks?take=${PAGE}`));
  expect(
    'clicks',
    clicks.length,
    document.scans.reduce((sum, scan) => sum + scan.clicks, 0),
  );
  return problems;
}

const idsOf = (elements: readonly unknown[]) => elements.map((element) => textMember(element, 'Id')).sort();

const entriesOf = ({ entries }: LedgerOrganization) =>
  entries.map(({ user, operation, elementId }) => `${user} ${operation} ${elementId}`).sort();

async function loggedIn(user: SeededUser, { id, entries }: LedgerOrganization): Promise<readonly string[]> {
  const editors = new Set(entries.map((entry) => entry.user));
  const found: string[] = [];
  for (let skip = 0; ; skip += PAGE) {
    const path = `/api/Operations?organizationId=${id}&skip=${skip}&take=${PAGE}`;
    const part = elementsOf(await user.send('GET', path));
    for (const entry of part) {
      const [name, operation] = [textMember(entry, 'User'), textMember(entry, 'Operation')];
      if (!editors.has(name) || !LOGGED.test(operation)) continue;
      found.push(`${name} ${operation} ${textMember(entry, 'ElementId')}`);
    }
    if (part.length < PAGE) return found.sort();
  }
}
