/** Clients that change a server's content until it is gone, and write what it acknowledged into a ledger. */
import { randomInt, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { type DemoHttpClient, DemoHttpError, textMember } from '../../../demo/loader/http-client.js';
import type { WriteLedger } from './write-ledger.js';

export interface Account {
  readonly organizationId: string;
  readonly apiKey: string;
}

/** Makes an organization and its administrator. @param loupe runs the command line */
export async function newAccount(
  loupe: (...words: readonly string[]) => Promise<string>,
  name: string,
  { mail, password }: { readonly mail: string; readonly password: string },
): Promise<Account> {
  const organization = JSON.parse(await loupe('org', 'create', '--name', name, '--json')) as unknown;
  const words = ['--org', name, '--mail', mail, '--password', password, '--role', 'Administrator'];
  await loupe('user', 'create', ...words);
  return { organizationId: textMember(organization, 'id'), apiKey: textMember(organization, 'apiKey') };
}

/** Makes folders, titles them, throws some away and restores some, until the server is gone or it is over. @throws DemoHttpError for a refusal */
export async function writeFolders(
  client: DemoHttpClient,
  account: Account,
  ledger: WriteLedger,
  isOver = () => false,
): Promise<void> {
  const own: string[] = [];
  const trashed: string[] = [];
  await untilGone(isOver, async () => {
    const id = own[randomInt(own.length + 1)];
    const thrownAway = trashed.at(-1);
    if (id === undefined) {
      own.push(await createFolder(client, account, ledger, randomUUID(), `Folder ${randomUUID()}`));
    } else if (thrownAway !== undefined && randomInt(4) === 0) {
      const folder = ledger.folder(thrownAway);
      await ledger.change(
        thrownAway,
        async () => client.send('POST', `/api/Trash/${thrownAway}/Restore`),
        () => (folder.state = 'maybe'),
        () => {
          folder.state = 'present';
          trashed.pop();
          own.push(thrownAway);
        },
      );
    } else if (randomInt(4) === 0) {
      const folder = ledger.folder(id);
      await ledger.change(
        id,
        async () => client.send('DELETE', `/api/folders/${id}`),
        () => (folder.state = 'maybe'),
        () => {
          folder.state = 'absent';
          own.splice(own.indexOf(id), 1);
          trashed.push(id);
        },
      );
    } else {
      const folder = ledger.folder(id);
      const value = `Title ${randomUUID()}`;
      const json = { NodeId: id, LanguageCode: 'en-US', Value: value };
      await ledger.change(
        id,
        async () => client.send('POST', '/api/Titles', { json }),
        () => (folder.titles = [...(folder.titles.length === 0 ? [''] : folder.titles), value]),
        () => (folder.titles = [value]),
      );
    }
  });
}

/**
 * Makes a folder under an idempotency key, and notes it as unanswered until the server has answered.
 *
 * @returns its id
 */
export async function createFolder(
  client: DemoHttpClient,
  account: Account,
  ledger: WriteLedger,
  key: string,
  name: string,
): Promise<string> {
  const json = { Name: name, ParentId: account.organizationId, Status: 'Active' };
  let id = '';
  await ledger.change(
    null,
    async () => client.send('POST', '/api/Folders', { json, headers: { 'Idempotency-Key': key } }),
    () => ledger.unanswered.set(key, name),
    (folder) => {
      id = textMember(folder, 'Id');
      ledger.addFolder(id, name);
      ledger.unanswered.delete(key);
    },
  );
  return id;
}

/**
 * Uploads documents of one drawn page with an action and scans each, until the server is gone or it is over. Every third is made inactive,
 * scanned, and made active again.
 *
 * @throws Error when one is not recognized, or is while it is inactive
 */
export async function uploadAndScan(
  client: DemoHttpClient,
  account: Account,
  ledger: WriteLedger,
  isOver = () => false,
): Promise<void> {
  await untilGone(isOver, async () => {
    const id = await uploadPage(client, account, ledger);
    const json = {
      NodeId: id,
      LanguageCode: 'en-US',
      Name: 'Read more',
      Type: 'URL',
      Content: JSON.stringify({ Url: 'https://loupe.example/', ContentType: 'text/html' }),
    };
    await ledger.change(
      id,
      async () => client.send('POST', '/api/Actions', { json }),
      () => undefined,
      () => (ledger.document(id).hasAction = true),
    );
    await scanDocument(client, account, ledger, id);
    if (randomInt(3) > 0) return;
    await changeStatus(client, ledger, id, 'Inactive');
    await scanHiddenDocument(client, account, ledger, id);
    await changeStatus(client, ledger, id, 'Active');
    await scanDocument(client, account, ledger, id);
  });
}

async function changeStatus(
  client: DemoHttpClient,
  ledger: WriteLedger,
  id: string,
  status: 'Active' | 'Inactive',
): Promise<void> {
  const document = ledger.document(id);
  await ledger.change(
    id,
    async () => client.send('PATCH', `/api/documents/${id}`, { json: { Status: status } }),
    () => (document.isActive = undefined),
    () => (document.isActive = status === 'Active'),
  );
}

/** Uploads a document of one drawn page, and waits until its page is made. @returns its id */
async function uploadPage(client: DemoHttpClient, account: Account, ledger: WriteLedger): Promise<string> {
  const photo = await drawPage();
  const form = new FormData();
  const place = {
    Name: 'Page',
    DefaultLanguage: 'en-US',
    ParentId: account.organizationId,
    Status: 'Active',
  };
  form.append('document', JSON.stringify(place));
  form.append('file', jpegBlob(photo), 'page.jpg');
  let id = '';
  await ledger.change(
    null,
    async () => client.send('POST', '/api/Documents?async=false', { form }),
    () => undefined,
    (document) => {
      id = textMember(document, 'Id');
      ledger.addDocument(id, photo);
    },
  );
  return id;
}

/** Scans the page of a document. @throws Error when another document or none is recognized */
export async function scanDocument(
  client: DemoHttpClient,
  account: Account,
  ledger: WriteLedger,
  id: string,
): Promise<void> {
  const document = ledger.document(id);
  await ledger.change(
    id,
    async () => {
      if ((await scan(client, account, document.photo)) !== id) {
        throw new DemoHttpError(`The page of document ${id} was not recognized.`, 204);
      }
    },
    () => (document.doubtfulScans += 1),
    () => {
      document.doubtfulScans -= 1;
      document.scans += 1;
    },
  );
}

/** Scans the page of an inactive document. @throws Error when it is recognized */
async function scanHiddenDocument(
  client: DemoHttpClient,
  account: Account,
  ledger: WriteLedger,
  id: string,
): Promise<void> {
  if ((await scan(client, account, ledger.document(id).photo)) !== null) {
    throw new DemoHttpError(
      `The page of document ${id} was recognized while the document was inactive.`,
      200,
    );
  }
}

/** @returns the document that a reader is shown, if any */
async function scan(client: DemoHttpClient, account: Account, photo: Buffer): Promise<string | null> {
  const form = new FormData();
  form.append('query', JSON.stringify({ Language: 'en-US' }));
  form.append('file', jpegBlob(photo), 'photo.jpg');
  const headers = {
    ApiKey: account.apiKey,
    ApplicationName: 'Kill loop',
    ApplicationVersion: '1',
    DeviceName: 'Simulated phone',
    DeviceSystemVersion: '1',
    SdkVersion: '1',
  };
  const answer = await client.send('POST', '/api/EnrichedImages', { form, headers });
  return answer === null ? null : textMember(answer, 'DocumentId');
}

/** Repeats until it is over, or a request gets no answer, which is what a killed server leaves behind. */
async function untilGone(isOver: () => boolean, work: () => Promise<void>): Promise<void> {
  try {
    while (!isOver()) await work();
  } catch (error) {
    if (error instanceof DemoHttpError || !(error instanceof TypeError)) throw error;
  }
}

const jpegBlob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });

/** A page of random rectangles. */
async function drawPage(): Promise<Buffer> {
  const rectangles = Array.from(
    { length: 90 },
    () =>
      `<rect x="${randomInt(480)}" y="${randomInt(360)}" width="${randomInt(10, 90)}" height="${randomInt(10, 90)}"
        fill="rgb(${randomInt(256)},${randomInt(256)},${randomInt(256)})"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="360">${rectangles.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).jpeg({ quality: 85 }).toBuffer();
}
