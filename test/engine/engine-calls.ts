/** Calls of the engine's management interface with the key of an application. */
import type { TestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import type { SeededApplication } from '../kit/seed.js';

type Fields = Readonly<Record<string, string | number | readonly string[]>>;

/** The management interface of one application. */
export function engineAt(loupe: TestApp, { id, key }: SeededApplication) {
  const send = async (method: string, path: string, body?: FormData | object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${loupe.url}/api/v3/engine/applications/${id}/${path}`, {
      method,
      headers: { 'Application-Key': key, ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
  };
  const form = async (fields: Fields, image?: number) => {
    const parts = new FormData();
    for (const [name, value] of Object.entries(fields))
      for (const each of [value].flat()) parts.append(name, String(each));
    const bytes = image === undefined ? null : new Uint8Array(await jpegPicture(image));
    if (bytes !== null) parts.append('image', new Blob([bytes], { type: 'image/jpeg' }));
    return parts;
  };
  const idsIn = (items: unknown) => (items as readonly { id: string }[]).map((each) => each.id);
  return {
    send,
    add: async (imageId: string, image: number, more: Fields = {}) =>
      send('POST', 'references', await form({ imageId, ...more }, image)),
    search: async (fields: Fields, image?: number) => send('POST', 'search', await form(fields, image)),
    found: async (fields: Fields, image?: number) =>
      idsIn((await send('POST', 'search', await form(fields, image))).body['hits']),
    listed: async (query: Readonly<Record<string, string>>) =>
      idsIn((await send('GET', `references?${new URLSearchParams(query)}`)).body['items']),
  };
}
