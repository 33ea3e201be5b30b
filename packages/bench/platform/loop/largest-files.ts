/** Requests with large files, and the engine's own operations, for `trial-loop.ts`. */
import { setTimeout as wait } from 'node:timers/promises';
import { engineOperations } from '../../../../src/rest/engine-v2/register.js';
import { textMember } from '../../../../test/kit/json.js';
import { zipOf } from '../../../../test/kit/files/zips.js';
import { type LargestInput, type LargestInputServer, senderTo } from './largest-input.js';

const TUS = { 'Tus-Resumable': '1.0.0' };
const BYTES = Buffer.alloc(10 * 1024 * 1024, 7);
/** Files of a ZIP, as many as are imported in reasonable time. */
const PICTURES = 20;
const SMALL_FILES = 1000;

export function largestFiles(server: LargestInputServer): readonly LargestInput[] {
  const { url, target } = server;
  const send = senderTo(server);
  const picture = Buffer.from(server.picture, 'base64');
  const base = `/api/v3/engine/applications/${target.applicationId}`;

  async function begin(): Promise<string> {
    const headers = { ...TUS, 'Upload-Length': String(BYTES.length) };
    return new URL(await send('POST', '/api/uploads', undefined, headers), `${url}/api/`).pathname;
  }

  const sendAll = (path: string) =>
    send('PATCH', path, BYTES, {
      ...TUS,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    });
  const remove = (path: string) => send('DELETE', path, undefined, TUS);

  async function importOf(files: Readonly<Record<string, Buffer>>): Promise<() => Promise<unknown>> {
    const zip = await zipOf(files);
    return async () => {
      const form = new FormData();
      form.append('zip', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'pictures.zip');
      const begun = JSON.parse(await send('POST', `${base}/imports`, form)) as object;
      const id = textMember(begun, 'id');
      for (;;) {
        const state = textMember(JSON.parse(await send('GET', `${base}/imports/${id}`)) as object, 'state');
        if (!/waiting|running/i.test(state)) return state;
        await wait(50);
      }
    };
  }

  const filesNamed = (count: number, bytes: Buffer) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`picture-${at}.jpg`, bytes]));

  return [
    {
      title: 'An upload of 10 MB in parts, given up',
      covers: ['PATCH /api/uploads/:id', 'DELETE /api/uploads/:id'],
      prepare: async () => {
        const path = await begin();
        return async () => {
          await sendAll(path);
          await remove(path);
        };
      },
    },
    { title: 'Import of a ZIP of pictures', prepare: () => importOf(filesNamed(PICTURES, picture)) },
    {
      title: 'Import of a ZIP of many files that are no pictures',
      prepare: () => importOf(filesNamed(SMALL_FILES, Buffer.from('no picture'))),
    },
    {
      title: 'A file of 10 MB that is no picture',
      prepare: () =>
        Promise.resolve(async () => {
          const form = new FormData();
          const document = { ParentId: target.folderId, Name: 'x', DefaultLanguage: 'en-US' };
          form.append('document', JSON.stringify(document));
          form.append('file', new Blob([new Uint8Array(BYTES)], { type: 'image/jpeg' }), 'file.jpg');
          await send('POST', '/api/Documents', form).catch((error: unknown) => {
            if (!String(error).includes(' 415 ')) throw error;
          });
        }),
    },
    ...engineOperations.flatMap(({ name, families }) =>
      families.map((family) => ({
        title: `engine${family} ${name}`,
        covers: [`engine${family} ${name}`],
        prepare: async () => {
          const keys = JSON.parse(await send('POST', `${base}/keys`, {})) as object;
          const key = textMember(keys, `${family}Key`);
          return async () => {
            const form = new FormData();
            const parameters = {
              application_key: key,
              image_id: `new-${Math.random()}`,
              keywords: 'x',
              colors: '255,0,0-50',
            };
            for (const [parameter, value] of Object.entries(parameters)) form.set(parameter, value);
            form.set(
              'image_content',
              new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }),
              'picture.jpg',
            );
            const address = `${url}/api/v2.0/engine${family}/json/${name}`;
            const text = await (await fetch(address, { method: 'POST', body: form })).text();
            if (!text.includes('"status"')) throw new Error(`${name} was answered ${text.slice(0, 200)}`);
          };
        },
      })),
    ),
  ];
}
