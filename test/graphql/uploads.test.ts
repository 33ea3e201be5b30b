/** Multipart requests that are not what they should be: each gets a clear answer, and the server goes on. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { Tenant } from '../rest/support/tenant.js';
import { bodyOf, field, file, FORM, FormSender, map } from './odd-forms.js';

const loupe = useTestApp({ environment: { LOUPE_MAX_FILE_MB: '1', LOUPE_MAX_DOCUMENT_MB: '2' } });
let tenant: Tenant;
let sender: FormSender;

beforeAll(async () => {
  tenant = await Tenant.create(loupe);
  sender = new FormSender(loupe, tenant);
});

const operations = (variables?: Record<string, unknown>) => sender.operations(variables);
const post = (...args: Parameters<FormSender['post']>) => sender.post(...args);
const send = (...parts: Parameters<FormSender['send']>) => sender.send(...parts);

const refusal = (code: string, message: RegExp) => ({
  errors: [{ message: expect.stringMatching(message), extensions: { code } }],
});

/** Files that the intake holds on the disk. */
const spooled = async () => readdir(join(loupe.config.dataFolder, 'uploads')).catch(() => []);

/** No file is left behind, and a good upload is still taken: its bytes are no picture, which the mutation says. */
async function expectHealth(): Promise<void> {
  const answer = await send(operations(), map(), file('0'));
  expect(answer).toMatchObject({
    status: 200,
    body: { data: { createDocument: { __typename: expect.any(String), code: expect.any(String) } } },
  });
  await expect.poll(spooled).toEqual([]);
}

describe('multipart requests of GraphQL', () => {
  const large = Buffer.alloc(300_000, 'x');

  test.each<[string, () => Promise<unknown>, number, string, RegExp]>([
    ['no form', () => post(Buffer.from('nothing')), 400, 'UPLOAD_INCOMPLETE', /ends before its closing/],
    [
      'no boundary',
      () => post(Buffer.from('x'), 'multipart/form-data'),
      400,
      'BAD_USER_INPUT',
      /boundary|form-data/,
    ],
    [
      'another kind of multipart',
      () => post(Buffer.from('x'), 'multipart/mixed; boundary=b'),
      400,
      'BAD_USER_INPUT',
      /form-data/,
    ],
    ['no operations', () => send(field('other', '{}')), 400, 'BAD_USER_INPUT', /operations|JSON/],
    [
      'operations that are no JSON',
      () => send(field('operations', '{"query'), map()),
      400,
      'BAD_USER_INPUT',
      /operations: is not valid JSON/,
    ],
    [
      'operations that are a text',
      () => send(field('operations', '"a"'), map()),
      400,
      'BAD_USER_INPUT',
      /operations: must be a JSON object/,
    ],
    [
      'a list of operations',
      () => send(field('operations', '[]'), map()),
      400,
      'BAD_USER_INPUT',
      /one operation, not a list/,
    ],
    [
      'operations with NUL',
      () => send(field('operations', '{"query":"\\u0000"}'), map()),
      400,
      'BAD_USER_INPUT',
      /NUL/,
    ],
    [
      'a map before the operations',
      () => send(map({}), operations()),
      400,
      'BAD_USER_INPUT',
      /should follow/,
    ],
    ['no map', () => send(operations()), 400, 'BAD_USER_INPUT', /map/],
    [
      'a map that is no JSON',
      () => send(operations(), field('map', '{')),
      400,
      'BAD_USER_INPUT',
      /map: is not valid JSON/,
    ],
    [
      'a map that is a list',
      () => send(operations(), map([])),
      400,
      'BAD_USER_INPUT',
      /map: must be a JSON object/,
    ],
    [
      'a map without lists',
      () => send(operations(), map({ 0: 'variables.file' })),
      400,
      'BAD_USER_INPUT',
      /list of paths/,
    ],
    [
      'a path that is none',
      () => send(operations(), map({ 0: ['variables.nope'] }), file('0')),
      400,
      'BAD_USER_INPUT',
      /no path in the operations/,
    ],
    [
      'a path into what all objects share',
      () => send(operations(), map({ 0: ['toString.call'] }), file('0')),
      400,
      'BAD_USER_INPUT',
      /no path in the operations/,
    ],
    [
      'a path to a prototype',
      () => send(operations(), map({ 0: ['__proto__.x'] }), file('0')),
      400,
      'BAD_USER_INPUT',
      /no path in the operations/,
    ],
    [
      'a map naming a missing file',
      () => send(operations(), map()),
      400,
      'BAD_USER_INPUT',
      /0: this file is in the map but not in the request/,
    ],
    [
      'a file before the operations',
      () => send(file('0', large), operations(), map()),
      400,
      'BAD_USER_INPUT',
      /should follow/,
    ],
    [
      'a file before the map',
      () => send(operations(), file('0', large), map()),
      400,
      'BAD_USER_INPUT',
      /should follow/,
    ],
    [
      'too many files in the map',
      () => send(operations(), map(Object.fromEntries(Array.from({ length: 11 }, (_, i) => [i, []])))),
      400,
      'BAD_USER_INPUT',
      /at most 10/,
    ],
    [
      'too many files in the form',
      () => send(operations(), map(), ...Array.from({ length: 11 }, (_, i) => file(String(i)))),
      413,
      'PAYLOAD_TOO_LARGE',
      /10/,
    ],
    [
      'a field without an end',
      () => send(field('operations', ' '.repeat(3_000_000)), map()),
      413,
      'PAYLOAD_TOO_LARGE',
      /operations/,
    ],
    [
      'a body of many line ends',
      () => post(Buffer.alloc(3_000_000, '\r')),
      400,
      'UPLOAD_INCOMPLETE',
      /ends before/,
    ],
    [
      'a part with a malformed header',
      () => post(Buffer.from(`--XyZ\r\nnope\r\n\r\nx\r\n--XyZ--`)),
      400,
      'BAD_USER_INPUT',
      /Malformed|JSON/,
    ],
    [
      'a body that is cut off in a file',
      () => post(bodyOf(operations(), map(), file('0', large)).subarray(0, 200_000)),
      400,
      'UPLOAD_INCOMPLETE',
      /Send the (whole )?file again/,
    ],
    [
      'a body that is larger than all its files may be',
      () => send(operations(), map(), file('skipped', Buffer.alloc(30 * 1024 * 1024))),
      413,
      'PAYLOAD_TOO_LARGE',
      /larger than/,
    ],
  ])('with %s are refused', async (_what, request, status, code, message) => {
    expect(await request()).toMatchObject({ status, body: refusal(code, message) });
    await expectHealth();
  });

  test('take a file of exactly the largest size, and say of a larger one why it was not taken', async () => {
    const upload = (bytes: number) => send(operations(), map(), file('0', Buffer.alloc(bytes, 'x')));
    const most = 2 * 1024 * 1024;
    const fits = await upload(most);
    expect(fits.body.data?.createDocument?.code).not.toBe('PAYLOAD_TOO_LARGE');
    const tooLarge = await upload(most + 1);
    expect(tooLarge).toMatchObject({
      status: 200,
      body: { data: { createDocument: { code: 'PAYLOAD_TOO_LARGE' } } },
    });
    await expectHealth();
  });

  test('of somebody unknown are answered without taking their file', async () => {
    const answer = await post(bodyOf(operations(), map(), file('0', large)), FORM, 'Bearer nobody');
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { createDocument: { code: 'UNAUTHENTICATED' } } },
    });
  });

  test.each([
    [
      'nobody asks for',
      () => [operations(), map({ 0: ['variables.file'], 1: [] }), file('1', large), file('0', large)],
    ],
    ['comes twice', () => [operations(), map(), file('0', large), file('0', large)]],
    [
      'stands where another one is put',
      () => [
        operations(),
        map({ 0: ['variables.file'], 1: ['variables.file'] }),
        file('0', large),
        file('1', large),
      ],
    ],
    [
      'the document does not use',
      () => [
        operations({ file: null, other: null }),
        map({ 0: ['variables.file'], 1: ['variables.other'] }),
        file('1', large),
        file('0', large),
      ],
    ],
    ['the map does not name', () => [operations(), map(), file('other', large), file('0', large)]],
  ])('are answered although a file %s', async (_what, parts) => {
    expect(await send(...parts())).toMatchObject({ status: 200, body: { data: { createDocument: {} } } });
    await expectHealth();
  });

  test('whose client leaves in the middle of a file leave nothing behind', async () => {
    const whole = bodyOf(operations(), map(), file('0', Buffer.alloc(1_500_000, 'x')));
    const { hostname, port } = new URL(loupe.url);
    const head = [
      'POST /graphql HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: Bearer ${tenant.token}`,
      `Content-Type: ${FORM}`,
      `Content-Length: ${whole.length}`,
      '\r\n',
    ].join('\r\n');
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        await new Promise<void>((resolve) => {
          socket.write(Buffer.concat([Buffer.from(head), whole.subarray(0, 1_000_000)]), () => resolve());
        });
        socket.destroy();
      }),
    );
    await expectHealth();
  });
});
