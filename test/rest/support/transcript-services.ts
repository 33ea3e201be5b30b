/** Import and export, statistics, conflicts and search of the story. */
import { memberOf, textMember } from '../../kit/json.js';
import type { SeededOrganization } from '../../kit/seed.js';
import type { Send } from './recorder.js';
import { jpegPicture } from '../../kit/pictures.js';

interface Place {
  readonly documentId: string;
}

export async function playServices(send: Send, { id }: SeededOrganization, { documentId }: Place) {
  const automation = '/services/Automation';
  const exported = await send('export', 'GET', `${automation}/Export?documentId=${documentId}&format=json`);
  const Json = JSON.parse(textMember(exported, 'Json')) as object;
  await send('import', 'PUT', `${automation}/Import`, { json: { DocumentId: documentId, Json } });
  await send('import what is none', 'PUT', `${automation}/Import`, {
    json: { DocumentId: documentId, Json: '{' },
  });
  const titles = [{ LanguageCode: 'en-US', Value: 'Hello' }];
  const made = await send('make a document and import', 'POST', `${automation}/FullImport?activate=false`, {
    form: {
      part: ['actionsfile', { DefaultLanguage: 'en-US', Name: 'Imported', Titles: titles }],
      filePart: 'docfile',
      file: ['page.jpg', 'image/jpeg', await jpegPicture(725)],
    },
  });
  await send('delete what was imported', 'DELETE', `/api/documents/${String(memberOf(made, 'Id'))}`);
  await send('matches by day', 'GET', `/services/Clickstream/GetMatchCumul?documentId=${documentId}`);
  const spreadsheet = `${automation}/Spreadsheet?documentId=${documentId}`;
  const rows = await send('export titles as CSV', 'GET', `${spreadsheet}&format=csv&table=Titles`);
  await send('import titles from CSV', 'PUT', spreadsheet, {
    form: { file: ['titles.csv', 'text/csv', Buffer.from(String(rows))] },
  });
  const statistics = `/services/Clickstream/Statistics?elementId=${documentId}`;
  await send('statistics', 'GET', statistics);
  await send('an archive', 'GET', `/services/Clickstream/Download?documentId=${documentId}`);
  await send('conflicts', 'GET', `/services/Conflict/Check?id=${documentId}`);
  await send('search', 'GET', `/services/Search?id=${id}`);
  await send('search in texts', 'GET', '/services/Search/Texts?text=hello');
  await send('search in texts without one', 'GET', '/services/Search/Texts');
  await send('search by POST', 'POST', '/services/Search', { json: { Name: 'Summer' } });
}
