/** Requests with the largest input that is allowed, for `trial-loop.ts`. */
import { memberOf, textMember } from '../../../../test/kit/json.js';
import { deviceHeaders } from '../../../../test/access/target.js';
import { type LargestInput, type LargestInputServer, senderTo, throwAway } from './largest-input.js';

const LANGUAGES = ['en-US', 'fr-FR', 'de-DE', 'it-IT', 'es-ES', 'nl-NL', 'pt-PT', 'sv-SE'];
/** Of a spreadsheet. */
const CHANGES = 5000;

/** As many actions as an element may have in one language. @param isLong as large as they may be together */
function actionsIn(LanguageCode: string, isLong: boolean): object[] {
  const tail = isLong ? `?${'x'.repeat(1900)}` : '';
  return Array.from({ length: 200 }, (_, at) => ({
    LanguageCode,
    Name: `Action ${at}`,
    Type: 'URL',
    Content: JSON.stringify({ Url: `https://loupe.example/${at}${tail}`, ContentType: 'text/html' }),
  }));
}

function importOf(languages: readonly string[], isLong: boolean): string {
  return JSON.stringify({
    DefaultLanguage: 'en-US',
    Name: 'Imported',
    Titles: languages.map((LanguageCode) => ({ LanguageCode, Value: 'A title' })),
    Actions: languages.flatMap((language) => actionsIn(language, isLong)),
  });
}

export function largestInputs(server: LargestInputServer): readonly LargestInput[] {
  const { url, apiKey, target, administrator } = server;
  const { organizationId, folderId, documentId } = target;

  const send = senderTo(server);

  async function graphql(query: string, variables: object = {}): Promise<void> {
    const text = await send('POST', '/graphql', { query, variables });
    const answer = JSON.parse(text) as object;
    if ('errors' in answer || memberOf(answer, 'data') === null) throw new Error(text.slice(0, 300));
  }

  async function scan(): Promise<void> {
    const body = new FormData();
    body.append('query', JSON.stringify({ Language: 'en-US' }));
    const picture = new Uint8Array(Buffer.from(server.picture, 'base64'));
    body.append('file', new Blob([picture], { type: 'image/jpeg' }), 'photo.jpg');
    const headers = { apikey: apiKey, ...deviceHeaders };
    const answer = await fetch(`${url}/api/EnrichedImages`, { method: 'POST', headers, body });
    await answer.text();
    if (answer.status !== 200) throw new Error(`The scan was answered ${answer.status}.`);
  }

  const imported = (json: string) =>
    send('PUT', '/services/Automation/Import', { DocumentId: documentId, Json: json });
  const byDirect = (run: () => Promise<unknown>) => () => Promise.resolve(run);
  const texts = (text: string) => () => send('GET', `/services/Search/Texts?text=${text}&take=200`);

  /** Titles of a document in as many rows as a spreadsheet may change. */
  async function spreadsheet(): Promise<FormData> {
    const lines = ['ElementId,LanguageCode,Name,Type,Content'];
    for (let at = 0; at < CHANGES; at += 1) {
      const language = LANGUAGES[at % LANGUAGES.length] ?? '';
      lines.push(
        `${documentId},${language},Row ${at} ${Math.random()},URL,"{""Url"":""https://loupe.example/${at}""}"`,
      );
    }
    const form = new FormData();
    form.append('file', new Blob([lines.join('\r\n')], { type: 'text/csv' }), 'actions.csv');
    return Promise.resolve(form);
  }

  const trashed = () => throwAway(server, server.fillFolder());

  const statistics = (by: string) =>
    graphql(
      `query ($id: ID!) { statistics(elementId: $id, by: [${by}]) { total { matches } rows { counts { matches } } } }`,
      {
        id: organizationId,
      },
    );

  return [
    { title: 'Search in texts that everything matches', prepare: byDirect(texts('number')) },
    { title: 'Search in texts that nothing matches', prepare: byDirect(texts('nothingofthekind')) },
    {
      title: 'Children of a full folder',
      prepare: byDirect(() => send('GET', `/api/nodes/${folderId}/nodes`)),
    },
    {
      title: 'Folders of a full folder by GraphQL, a hundred',
      prepare: byDirect(() =>
        graphql(
          `{ node(id: "${folderId}") { ... on Folder { folders(first: 100) { edges { node { id name } } } } } }`,
        ),
      ),
    },
    { title: 'Statistics of everything, in total', prepare: byDirect(() => statistics('')) },
    { title: 'Statistics of everything by day and page', prepare: byDirect(() => statistics('Day, Page')) },
    {
      title: 'Statistics of everything by device and language',
      prepare: byDirect(() => statistics('Device, Language')),
    },
    { title: 'Largest import', prepare: byDirect(() => imported(importOf(LANGUAGES, false))) },
    { title: 'Import of 3 MB of actions', prepare: byDirect(() => imported(importOf(LANGUAGES, true))) },
    {
      title: 'Spreadsheet of 5,000 changes',
      prepare: async () => {
        const form = await spreadsheet();
        return async () => {
          const response = await fetch(`${url}/services/Automation/Spreadsheet?documentId=${documentId}`, {
            method: 'PUT',
            headers: administrator,
            body: form,
          });
          await response.text();
        };
      },
    },
    { title: 'Import of an overfull element', prepare: byDirect(() => imported(importOf(['en-US'], true))) },
    {
      title: 'Export of an overfull element',
      prepare: byDirect(() => send('GET', `/services/Automation/Export?documentId=${documentId}`)),
    },
    { title: 'Scan of an overfull element', prepare: byDirect(scan) },
    {
      title: 'A full folder is thrown away',
      prepare: async () => {
        const id = await server.fillFolder();
        return () => send('DELETE', `/api/Folders/${id}?deleteChildren=true`);
      },
    },
    {
      title: 'A full folder is restored',
      prepare: async () => {
        const id = await trashed();
        return () => send('POST', `/api/Trash/${id}/Restore`);
      },
    },
    {
      title: 'A full folder is removed for good',
      prepare: async () => {
        const id = await trashed();
        return () => send('DELETE', `/api/Trash/${id}`);
      },
    },
    {
      title: 'A full folder is moved',
      prepare: async () => {
        const id = await server.fillFolder();
        const parent = textMember(
          JSON.parse(await send('POST', '/api/Folders', { Name: 'Place', ParentId: organizationId })),
          'Id',
        );
        return () => send('PATCH', `/api/Folders/${id}`, { ParentId: parent });
      },
    },
  ];
}
