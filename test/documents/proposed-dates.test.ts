/** Dates that a file prints, as events for a calendar: none of them a wrong one. */
import { beforeEach, expect, it } from 'vitest';
import { leafletOf } from '../kit/files/leaflets.js';
import { memberOf } from '../kit/json.js';
import { readProposals } from '../kit/proposals.js';
import { seed } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp({ environment: { LOUPE_PROPOSALS: 'true' } });
let user: SeededUser;

beforeEach(async () => {
  user = await (await seed(loupe).organization({ credit: 200, timeZone: 'Europe/Zurich' })).user();
});

async function leaflet(pages: readonly (readonly string[])[], title?: string): Promise<SeededDocument> {
  const folder = await user.folder();
  const said = pages.map((lines) => ({ ...(title === undefined ? {} : { title }), lines }));
  return folder.document(await leafletOf(said), { contentType: 'application/pdf' });
}

/** A page for each text: nothing but the year depends on the day on which the test runs. */
async function eventsIn(texts: readonly string[]): Promise<readonly string[]> {
  const document = await leaflet(texts.map((text) => text.split('\n')));
  const found = await readProposals(user, document.id);
  return texts.map((_, at) =>
    found
      .filter(({ kind, pageId }) => kind === 'EVENT' && pageId === document.imageIds[at])
      .map(({ starts, ends }) => `${minute(starts)} ${minute(ends)}`)
      .join(', '),
  );
}

const minute = (instant: unknown): string => String(instant).slice(0, 16);
const year = new Date().getUTCFullYear() + 1;
/** A day of May; Zurich is two hours ahead of UTC then. */
const day = (of: number): string => `${year}-05-${String(of).padStart(2, '0')}`;
const weekday = (locale: string, of: number): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(day(of)));
const allDay = (of: number): string => `${day(of - 1)}T22:00 ${day(of)}T22:00`;

it('are read in German, English and French, with their times, ends and lines', async () => {
  const cases: readonly (readonly [string, string])[] = [
    [`Konzert am 13. Mai ${year}`, allDay(13)],
    [`am 13.05.${year} um 20 Uhr`, `${day(13)}T18:00 ${day(13)}T19:00`],
    [`${weekday('de', 13)}, 13. Mai ${year}, 19.30 Uhr`, `${day(13)}T17:30 ${day(13)}T18:30`],
    [`13. Mai ${year} ab 18:00 Uhr`, `${day(13)}T16:00 ${day(13)}T17:00`],
    [`vom 13. bis 15. Mai ${year}`, `${day(12)}T22:00 ${day(15)}T22:00`],
    [`Lesung: 13. Mai ${year}\n19:30 Uhr`, `${day(13)}T17:30 ${day(13)}T18:30`],
    [`${weekday('en', 13)}, 13 May ${year}, 10:00–16:30`, `${day(13)}T08:00 ${day(13)}T14:30`],
    [`on May 13, ${year} at 7:30 pm`, `${day(13)}T17:30 ${day(13)}T18:30`],
    [`from 13 to 15 May ${year}`, `${day(12)}T22:00 ${day(15)}T22:00`],
    [`le ${weekday('fr', 13)} 13 mai ${year} à 20h30`, `${day(13)}T18:30 ${day(13)}T19:30`],
    [`le 13 mai ${year}, 20 h 30`, `${day(13)}T18:30 ${day(13)}T19:30`],
    [`du 13 au 15 mai ${year}`, `${day(12)}T22:00 ${day(15)}T22:00`],
    [`Finale: ${day(13)}`, allDay(13)],
    [`13/05/${year}`, allDay(13)],
  ];
  expect(await eventsIn(cases.map(([text]) => text))).toEqual(cases.map(([, event]) => event));
});

it('that can be read in two ways, are over or are a part of something else propose nothing', async () => {
  const past = year - 3;
  const wrong = weekday('de', 14);
  const texts = [
    '13. Mai',
    `Mai ${year}`,
    `13.5.${String(year).slice(2)}`,
    `03/04/${year}`,
    `3-4-${year}`,
    `13. Mai ${past}`,
    `13 May ${year + 20}`,
    `${wrong}, 13. Mai ${year}`,
    `31.02.${year}`,
    `14.-16.05.${year}`,
    `13. und 15. Mai ${year}`,
    `13 May ${year} and 15 May ${year}`,
    `28. Dezember bis 3. Januar ${year}`,
    `May 13, ${year} at 7:30`,
    `13. Mai ${year}, 10 Euro`,
    `the 13th of May ${year} at noon`,
    `Version 2.3.${year}`,
    `1.2.3.${year}`,
    `Stand: 13.05.${year}`,
    `© 13 May ${year}`,
    `Art. 12.05.${year}.33`,
    `report-${day(13)}.pdf`,
    `vom 1. bis 3. Mai\n13. Mai`,
  ];
  expect(await eventsIn(texts)).toEqual(texts.map(() => ''));
});

it('become an event named after the page, once for each time, and are not proposed again', async () => {
  const document = await leaflet(
    [[`13. Mai ${year}, 19.30 Uhr`, '', `Nochmals: 13.05.${year} um 19:30 Uhr`]],
    'Konzert im Park',
  );
  const events = (await readProposals(user, document.id)).filter(({ kind }) => kind === 'EVENT');
  expect(events).toMatchObject([{ actionName: `13.05.${year} um 19:30 Uhr`, target: null }]);
  await user.send('PUT', `/services/Proposals/Accept?documentId=${document.id}`, {
    json: { Kinds: ['Event'] },
  });
  await user.send('POST', '/graphql', {
    json: {
      query: 'mutation ($id: ID!) { publishDraft(input: { documentId: $id }) { __typename } }',
      variables: { id: document.id },
    },
  });
  const [action] = (await user.send('GET', `/api/nodes/${document.imageIds[0]}/actions`)) as unknown[];
  expect(memberOf(action, 'Type')).toBe('VCALENDAR');
  expect(JSON.parse(String(memberOf(action, 'Content')))).toMatchObject({
    Summary: 'Konzert im Park',
    Start: `${day(13)}T17:30:00Z`,
    End: `${day(13)}T18:30:00Z`,
  });
  const again = await readProposals(user, document.id, { again: true });
  expect(again.map(({ kind }) => kind)).toEqual(['TITLE']);
});
