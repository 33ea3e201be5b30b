/** Titles that a file proposes, in the language of the words of their page. */
import { beforeEach, expect, it } from 'vitest';
import { leafletOf, type Leaflet } from '../kit/files/leaflets.js';
import { memberOf } from '../kit/json.js';
import { readProposals } from '../kit/proposals.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp({ environment: { LOUPE_PROPOSALS: 'true' } });
let user: SeededUser;

beforeEach(async () => {
  user = await (await seed(loupe).organization({ credit: 50 })).user();
});

const GERMAN = [
  'Unsere Schiffe fahren von Mai bis Oktober jeden Tag über den See.',
  'Karten gibt es an Bord und an der Kasse am Steg.',
];
const FRENCH = [
  'Nos bateaux traversent le lac tous les jours de mai à octobre.',
  'Les billets sont en vente à bord et au guichet du débarcadère.',
];
const ENGLISH = [
  'Our boats cross the lake every day from May to October.',
  'Tickets are sold on board and at the counter on the pier.',
];
const DUTCH = [
  'Onze boten varen van mei tot oktober elke dag over het meer.',
  'Kaartjes zijn te koop aan boord en bij het loket op de steiger.',
];

/** Offers the document in further languages before the file is read for them. */
async function titlesOf(
  pages: readonly Leaflet[],
  languages: readonly string[],
): Promise<readonly (readonly [unknown, unknown])[]> {
  const folder = await user.folder();
  const document = await folder.document(await leafletOf(pages), { contentType: 'application/pdf' });
  await offer(document, languages);
  const found = await readProposals(user, document.id, { again: true });
  return found
    .filter(({ kind }) => kind === 'TITLE')
    .map(({ title, languageCode }) => [title, languageCode] as const);
}

async function offer(document: SeededDocument, languages: readonly string[]): Promise<void> {
  for (const language of languages) await document.title('Boats', { languageCode: language });
}

it('are each for the language of their page', async () => {
  const titles = await titlesOf(
    [
      { title: 'Sommer am See', lines: GERMAN },
      { title: 'L’été au bord du lac', lines: FRENCH },
      { title: 'Summer on the lake', lines: ENGLISH },
      { title: 'OK', lines: FRENCH },
    ],
    ['de-CH', 'fr-FR'],
  );
  expect(titles).toEqual([
    ['Sommer am See', 'de-CH'],
    ['L’été au bord du lac', 'fr-FR'],
    ['Summer on the lake', 'en-US'],
  ]);
});

it('of a page that does not say it clearly, and in a language that nobody offers, are for the default one', async () => {
  const titles = await titlesOf(
    [
      { title: 'Zomer aan het meer', lines: DUTCH },
      { title: 'Zürich – Bellevue', lines: [] },
      { title: 'Hotel Alpenblick', lines: ['4711 0815'] },
      { title: 'Boats and boats', lines: [...GERMAN, ...FRENCH] },
    ],
    ['de-CH', 'fr-FR'],
  );
  expect(titles.map(([, language]) => language)).toEqual([null, null, null, null]);
});

it('of short titles are in their language where they say it, and left to the default where they do not', async () => {
  const short: readonly (readonly [string, string | null])[] = [
    ['Öffnungszeiten und Preise', 'de-CH'],
    ['So pflegen Sie Ihre Pflanzen', 'de-CH'],
    ['Heures d’ouverture', 'fr-FR'],
    ['Comment entretenir vos plantes', 'fr-FR'],
    ['How to care for your plants', 'en-US'],
    ['Welcome to the museum', 'en-US'],
    ['Contents', null],
    ['Programme', null],
    ['Samsung Galaxy', null],
    ['Impressum', null],
  ];
  const titles = await titlesOf(
    short.map(([title]) => ({ title })),
    ['de-CH', 'fr-FR'],
  );
  expect(titles).toEqual(short);
});

it('may hold a percentage or braces, and are no line of a program', async () => {
  const headlines = ['Up to 50 % on boats', '100% Alpine wool', '{re}think the lake'];
  const programs = ['% Setup of the page', 'if (lake) { swim();', 'document{book}'];
  const pages = [...headlines, ...programs].map((title) => ({ title, lines: ['Text of the page'] }));
  const titles = await titlesOf(pages, []);
  expect(titles.map(([title]) => title)).toEqual(headlines);
});

it('that are accepted are written in their language', async () => {
  const folder = await user.folder();
  const pages = [{ title: 'Sommer am See', lines: GERMAN }];
  const document = await folder.document(await leafletOf(pages), { contentType: 'application/pdf' });
  await offer(document, ['de-CH']);
  await readProposals(user, document.id, { again: true });
  await user.send('PUT', `/services/Proposals/Accept?documentId=${document.id}`, { json: {} });
  await user.send('POST', '/graphql', {
    json: {
      query: 'mutation ($id: ID!) { publishDraft(input: { documentId: $id }) { __typename } }',
      variables: { id: document.id },
    },
  });
  const titles = (await user.send('GET', `/api/nodes/${document.imageIds[0]}/titles`)) as unknown[];
  expect(titles.map((title) => [memberOf(title, 'LanguageCode'), memberOf(title, 'Value')])).toEqual([
    ['de-CH', 'Sommer am See'],
    ['en-US', ''],
  ]);
});
