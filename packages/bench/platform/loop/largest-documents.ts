/** Requests about documents of a thousand pages and folders of many documents, for `trial-loop.ts`. */
import { textMember } from '../../../../test/kit/json.js';
import { type LargestInput, type LargestInputServer, senderTo, throwAway } from './largest-input.js';

const PAGES = 1000;
const DOCUMENTS = 500;
/** Entries of a trash that is emptied, beside a folder of many documents. */
const THROWN_AWAY = 100;
/** Pages of a document whose conflicts are looked for; each is a search. */
const COMPARED = 100;

export function largestDocuments(server: LargestInputServer): readonly LargestInput[] {
  const { target } = server;
  const send = senderTo(server);
  const documentsIn = async () => (await server.fillDocuments(DOCUMENTS, 2)).folderId;
  const largeDocument = async (pages = PAGES) => (await server.fillDocuments(1, pages)).documentId;
  const statusOf = (id: string, Status: string) => send('PATCH', `/api/Documents/${id}`, { Status });
  const pagesOf = async (id: string) => {
    const pages = JSON.parse(await send('GET', `/api/documents/${id}/images`)) as object[];
    return pages.map((page) => textMember(page, 'Id'));
  };
  const page = () => {
    const form = new FormData();
    const bytes = new Uint8Array(Buffer.from(server.picture, 'base64'));
    form.append('document', JSON.stringify({ Order: 1 }));
    form.append('file', new Blob([bytes], { type: 'image/jpeg' }), 'page.jpg');
    return form;
  };
  const onFolder = (title: string, work: (id: string) => Promise<unknown>): LargestInput => ({
    title,
    prepare: async () => {
      const id = await documentsIn();
      return () => work(id);
    },
  });
  const onDocument = (
    title: string,
    work: (id: string) => Promise<unknown>,
    pages = PAGES,
  ): LargestInput => ({
    title,
    prepare: async () => {
      const id = await largeDocument(pages);
      return () => work(id);
    },
  });
  const onPage = (title: string, work: (id: string) => Promise<unknown>): LargestInput => ({
    title,
    prepare: async () => {
      const [first = ''] = await pagesOf(await largeDocument());
      return () => work(first);
    },
  });
  const onTrash = (title: string, work: (id: string) => Promise<unknown>): LargestInput => ({
    title,
    prepare: async () => {
      const id = await throwAway(server, documentsIn());
      return () => work(id);
    },
  });
  const sheet = (id: string, rest: string) =>
    send('GET', `/services/Automation/Spreadsheet?documentId=${id}&${rest}`);
  return [
    onFolder('A folder of documents is thrown away', (id) =>
      send('DELETE', `/api/Folders/${id}?deleteChildren=true`),
    ),
    onTrash('A folder of documents is restored', (id) => send('POST', `/api/Trash/${id}/Restore`)),
    onTrash('A folder of documents is removed for good', (id) => send('DELETE', `/api/Trash/${id}`)),
    onFolder('Documents of a folder', (id) => send('GET', `/api/nodes/${id}/documents`)),
    {
      title: 'A large trash is emptied',
      prepare: async () => {
        const { documentIds } = await server.fillDocuments(THROWN_AWAY, 2);
        for (const id of documentIds) await send('DELETE', `/api/Documents/${id}`);
        await throwAway(server, documentsIn());
        await throwAway(server, server.fillFolder());
        return () => send('POST', `/api/Trash/Empty?organizationId=${target.organizationId}`);
      },
    },
    onDocument('A document of a thousand pages is deactivated', (id) => statusOf(id, 'Inactive')),
    {
      title: 'A document of a thousand pages is activated',
      prepare: async () => {
        const id = await largeDocument();
        await statusOf(id, 'Inactive');
        return () => statusOf(id, 'Active');
      },
    },
    onDocument('A document of a thousand pages gets a language', (id) =>
      send('PUT', '/api/Titles', { NodeId: id, LanguageCode: 'fr-FR', Value: 'Titre' }),
    ),
    onDocument('Pages of a document of a thousand', (id) => send('GET', `/api/documents/${id}/images`)),
    onDocument('A page is put before a thousand', (id) =>
      send('POST', `/api/documents/${id}/images`, page()),
    ),
    onPage('A page of a thousand is thrown away', (id) => send('DELETE', `/api/images/${id}`)),
    onPage('A page of a thousand is moved to the end', (id) =>
      send('PATCH', `/api/images/${id}`, { Order: PAGES }),
    ),
    {
      title: 'A page of a thousand gets a zone',
      prepare: async () => {
        const id = await largeDocument();
        // Copied pages have no picture that a zone could be cut from.
        await send('POST', `/api/documents/${id}/images`, page());
        const [ImageId] = await pagesOf(id);
        const place = { PositionX: 10, PositionY: 10, Width: 50, Height: 50 };
        return () => send('POST', '/api/zones', { ImageId, ...place });
      },
    },
    {
      title: 'A page of a thousand is restored',
      prepare: async () => {
        const [first = ''] = await pagesOf(await largeDocument());
        await send('DELETE', `/api/images/${first}`);
        return () => send('POST', `/api/Trash/${first}/Restore`);
      },
    },
    onDocument('Spreadsheet of a document of a thousand pages', (id) => sheet(id, 'format=csv&table=Titles')),
    onDocument('Spreadsheet of a document of a thousand pages as XLSX', (id) => sheet(id, 'format=xlsx')),
    onDocument('Export of a document of a thousand pages', (id) =>
      send('GET', `/services/Automation/Export?documentId=${id}`),
    ),
    {
      title: 'Import of 8 MB into a document of a thousand pages',
      prepare: async () => {
        const id = await largeDocument();
        return () => send('PUT', '/services/Automation/Import', { DocumentId: id, Json: importFor(PAGES) });
      },
    },
    onDocument(
      'Conflicts of a document of a hundred pages that all are alike',
      (id) => send('GET', `/services/Conflict/Check?id=${id}`),
      COMPARED,
    ),
    onFolder('Conflicts of a folder of documents', async (id) => {
      const query =
        'subscription ($id: ID!) { conflictCheck(id: $id) { checked total result { element { name } } } }';
      await firstEvents(
        send('POST', '/graphql', { query, variables: { id } }, { accept: 'text/event-stream' }),
      );
    }),
  ];
}

/** Waits for the answer of a check; one of a thousand elements is cut off after a while. */
async function firstEvents(answer: Promise<string>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, 5000)));
  await Promise.race([answer.then(() => undefined), enough]);
  clearTimeout(timer);
  answer.catch(() => undefined);
}

/** As many elements, titles and actions as an import may have. */
function importFor(pages: number): string {
  const action = (at: number) => ({
    LanguageCode: 'en-US',
    Name: `Action ${at}`,
    Type: 'URL',
    Content: JSON.stringify({
      Url: `https://loupe.example/${at}?${'x'.repeat(850)}`,
      ContentType: 'text/html',
    }),
  });
  return JSON.stringify({
    DefaultLanguage: 'en-US',
    Name: 'Imported',
    Titles: [{ LanguageCode: 'en-US', Value: 'A title' }],
    Actions: [],
    Images: Array.from({ length: pages }, (_, at) => ({
      Name: `Page ${at + 1}`,
      Titles: [{ LanguageCode: 'en-US', Value: 'A title' }],
      Actions: Array.from({ length: 7 }, (_each, number) => action(number)),
      Zones: [],
    })),
  });
}
