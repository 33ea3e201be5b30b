/** Browsers give a Blob a file name, and clients make the fields of a multipart request of Blobs to declare their type. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import type { RawPart } from '../rest/support/raw.js';
import { Tenant } from '../rest/support/tenant.js';
import { file, FormSender, map } from './odd-forms.js';

const loupe = useTestApp();
let sender: FormSender;

beforeAll(async () => {
  sender = new FormSender(loupe, await Tenant.create(loupe));
});

describe('operations and map that are made of Blobs', () => {
  const named = (part: RawPart, name: string): RawPart => ({
    headers: [`${part.headers[0] ?? ''}; ${name}`, 'Content-Type: application/json'],
    body: part.body,
  });

  test.each(['filename="blob"', "filename*=UTF-8''blob", 'filename=blob', 'filename="a;\\"b"'])(
    'are read like fields (%s)',
    async (name) => {
      for (const parts of [
        [named(sender.operations(), name), named(map(), name)],
        [named(sender.operations(), name), map()],
        [sender.operations(), named(map(), name)],
      ]) {
        const { body } = await sender.send(...parts, file('0'));
        // The bytes are no picture, which the mutation says.
        expect(body.data?.createDocument?.code).toBe('UNSUPPORTED_MEDIA');
      }
    },
  );

  test('leave a file of such a name alone', async () => {
    const blob = file('0', 'Content-Disposition: form-data; name="map"; filename="blob"\r\n\r\n');
    expect((await sender.send(sender.operations(), map(), blob)).body.data?.createDocument?.code).toBe(
      'UNSUPPORTED_MEDIA',
    );
  });
});
