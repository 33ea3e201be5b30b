/**
 * Sends requests with the largest input that is allowed, and tells for each how much processor time the longest turn of the
 * server's event loop took: what others would have to wait. Ends with 1 when one took longer than 50 ms.
 *
 *   npm run trial:loop -- [--elements 20000]
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { jpegPicture } from '../../test/kit/pictures.js';
import { memberOf, textMember } from '../../test/kit/json.js';

const LONGEST_TURN_MS = 50;
const REPETITIONS = 3;

const { values } = parseArgs({ options: { elements: { type: 'string', default: '20000' } } });
const elements = Number(values.elements);

interface Told {
  readonly url: string;
  readonly token: string;
  readonly apiKey: string;
  readonly organizationId: string;
}

async function ask<Answer>(child: ChildProcess, message: object): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(message);
  return ((await answer) as [Answer])[0];
}

const program = fileURLToPath(new URL('loop-server.ts', import.meta.url));
const child = fork(program, { execArgv: ['--import', import.meta.resolve('tsx/esm')] });
const [{ url, token, apiKey, organizationId }] = (await once(child, 'message')) as [Told];

async function send(method: string, path: string, body?: object | FormData): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(`${url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
}

async function demand(answering: Promise<Response>): Promise<unknown> {
  const response = await answering;
  const text = await response.text();
  if (!response.ok) throw new Error(`A request was answered with ${response.status}: ${text.slice(0, 500)}`);
  return text === '' ? null : JSON.parse(text);
}

/** As many actions as an element may have in one language, as large as they may be together. */
function largestActions(): object[] {
  const tail = 'x'.repeat(1900);
  return Array.from({ length: 200 }, (_, at) => ({
    LanguageCode: 'en-US',
    Name: `Action ${at}`,
    Type: 'URL',
    Content: JSON.stringify({ Url: `https://loupe.example/${at}?${tail}`, ContentType: 'text/html' }),
  }));
}

/** An import with as many actions as an element may have, in eight languages. @param isLong as large as they may be */
function largestImport(isLong: boolean): string {
  const languages = ['en-US', 'fr-FR', 'de-DE', 'it-IT', 'es-ES', 'nl-NL', 'pt-PT', 'sv-SE'];
  const actions = languages.flatMap((LanguageCode) =>
    largestActions().map((action) => ({
      ...action,
      LanguageCode,
      ...(isLong
        ? {}
        : { Content: JSON.stringify({ Url: 'https://loupe.example/', ContentType: 'text/html' }) }),
    })),
  );
  const titles = languages.map((LanguageCode) => ({ LanguageCode, Value: 'A title' }));
  return JSON.stringify({ DefaultLanguage: 'en-US', Name: 'Imported', Titles: titles, Actions: actions });
}

const picture = await jpegPicture(1, 640, 480);
const form = new FormData();
form.append(
  'document',
  JSON.stringify({ Name: 'Page', DefaultLanguage: 'en-US', ParentId: organizationId, Status: 'Active' }),
);
form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'page.jpg');
const documentId = textMember(await demand(send('POST', '/api/Documents?async=false', form)), 'Id');
const { folderId } = await ask<{ folderId: string }>(child, { folders: elements });

async function importTexts(json: string): Promise<unknown> {
  return demand(send('PUT', '/services/Automation/Import', { DocumentId: documentId, Json: json }));
}

async function scan(): Promise<unknown> {
  const body = new FormData();
  body.append('query', JSON.stringify({ Language: 'en-US' }));
  body.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg');
  const headers = { ApiKey: apiKey, ApplicationName: 'Trial', ApplicationVersion: '1', DeviceName: 'Phone' };
  const answered = fetch(`${url}/api/EnrichedImages`, {
    method: 'POST',
    headers: { ...headers, DeviceSystemVersion: '1', SdkVersion: '1' },
    body,
  });
  return demand(answered);
}

const graphql = async (query: string) => {
  const answer = await demand(send('POST', '/graphql', { query }));
  if (memberOf(answer, 'data') === null) throw new Error(JSON.stringify(answer).slice(0, 500));
};

const overfull = JSON.stringify({
  DefaultLanguage: 'en-US',
  Name: 'Overfull',
  Titles: [{ LanguageCode: 'en-US', Value: 'A title' }],
  Actions: largestActions(),
});
const texts = (text: string) => demand(send('GET', `/services/Search/Texts?text=${text}&take=200`));

const trials: readonly (readonly [title: string, run: () => Promise<unknown>])[] = [
  ['Search in texts that everything matches', () => texts('number')],
  ['Search in texts that nothing matches', () => texts('nothingofthekind')],
  ['Children of a full folder', () => demand(send('GET', `/api/nodes/${folderId}/nodes`))],
  [
    'Documents below the organization',
    () => demand(send('GET', `/api/nodes/${organizationId}/documents?recursive=true`)),
  ],
  ['Largest import', () => importTexts(largestImport(false))],
  ['Import of 3 MB of actions', () => importTexts(largestImport(true))],
  ['Import of an overfull element', () => importTexts(overfull)],
  [
    'Export of an overfull element',
    () => demand(send('GET', `/services/Automation/Export?documentId=${documentId}`)),
  ],
  ['Scan of an overfull element', scan],
  [
    'Hundred elements with their children by GraphQL',
    () =>
      graphql(
        `{ node(id: "${folderId}") { id ... on Folder { name children(first: 100) { nodes { id name } } } } }`,
      ),
  ],
];

let hasFailed = false;
try {
  for (const [title, run] of trials) {
    const longest: number[] = [];
    for (let at = 0; at < REPETITIONS; at += 1) {
      await ask(child, { watch: true });
      await run();
      const { longestMs } = await ask<{ longestMs: number }>(child, { end: true });
      longest.push(longestMs);
    }
    // The first one compiles and fills caches.
    const settled = Math.max(...longest.slice(1));
    hasFailed ||= settled > LONGEST_TURN_MS;
    const figures = longest.map((ms) => ms.toFixed(0)).join(', ');
    console.log(`${title}: ${figures} ms${settled > LONGEST_TURN_MS ? ' - TOO LONG' : ''}`);
  }
} finally {
  child.disconnect();
  await once(child, 'exit');
}
process.exitCode = hasFailed ? 1 : 0;
