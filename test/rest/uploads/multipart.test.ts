import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readForm } from '../../../src/http/multipart/form-reader.js';
import { LoupeError } from '../../../src/kernel/errors.js';

const limits = { maxFileBytes: 1_000_000, maxFiles: 2 };

interface Seen {
  readonly fields: Record<string, readonly string[]>;
  readonly files: Record<string, { bytes: string; originalName: string | null; declaredType: string | null }>;
}

let server: Server;
let discarded = 0;
/** Whether the whole body of the last refused request had been read when its answer was made. */
let wasReadToEnd = false;

async function readSeen(request: IncomingMessage): Promise<Seen> {
  const contents = new Map<object, { bytes: Buffer; about: object }>();
  const form = await readForm(request, {
    ...limits,
    isFile: ({ name, fileName, disposition }) =>
      fileName !== null || disposition === 'attachment' || name === 'image_content',
    sink: async (stream, about) => {
      const bytes = await buffer(stream);
      if (bytes.length > about.maxBytes) throw new LoupeError('PAYLOAD_TOO_LARGE', 'The file is too large.');
      const file = {
        sizeBytes: bytes.length,
        sha256: '',
        originalName: about.originalName,
        declaredType: about.declaredType,
        bytes: async () => bytes,
        path: async () => '',
        discard: async () => void discarded++,
      };
      contents.set(file, { bytes, about });
      return file;
    },
  });
  const files: Seen['files'] = {};
  for (const { name, file } of form.files) {
    const { originalName, declaredType } = file;
    files[name] = { bytes: (await file.bytes()).toString('latin1'), originalName, declaredType };
  }
  return { fields: Object.fromEntries(form.fields), files };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    readSeen(request).then(
      (seen) => response.end(JSON.stringify(seen)),
      (error: unknown) => {
        wasReadToEnd = request.complete;
        response.statusCode = error instanceof LoupeError ? error.status : 500;
        response.end(JSON.stringify({ error: String(error) }));
      },
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => void server.close());

/** Writes the request byte for byte on a socket of its own, in pieces of `pieceBytes`. */
async function exchange(
  body: Buffer,
  {
    method = 'POST',
    type = 'multipart/form-data; boundary=XyZ',
    pieceBytes = Infinity,
    isChunked = false,
  } = {},
): Promise<{ status: number; seen: Seen }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.setNoDelay(true);
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  socket.write(
    `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\n${length}\r\n\r\n`,
  );
  for (let at = 0; at < body.length; at += pieceBytes) {
    const piece = body.subarray(at, Math.min(body.length, at + pieceBytes));
    if (isChunked) socket.write(`${piece.length.toString(16)}\r\n`);
    socket.write(piece);
    if (isChunked) socket.write('\r\n');
  }
  if (isChunked) socket.write('0\r\n\r\n');
  const answer = (await buffer(socket)).toString('utf8');
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const text = rest.join('\r\n\r\n');
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return { status: Number(head.split(' ')[1]), seen: JSON.parse(json) as Seen };
}

const lines = (...texts: string[]) => texts.join('\r\n');
const png = '\x89PNG\r\n\x1a\n\r\n--XyX\n--Xy\x00\xff';
const filePart = lines('Content-Disposition: form-data; name="file"; filename="a.png"', '', png);
const queryPart = lines('Content-Disposition: form-data; name="query"', '', '{"Language":"fr-FR"}');
const usual = lines('--XyZ', queryPart, '--XyZ', filePart, '--XyZ--', '');

const accepted: readonly {
  name: string;
  body: string;
  type?: string;
  method?: string;
  isChunked?: boolean;
}[] = [
  { name: 'the usual form of browsers and curl', body: usual },
  { name: 'a quoted boundary', body: usual, type: 'multipart/form-data; boundary="XyZ"' },
  {
    name: 'an upper-case media type and a charset',
    body: usual,
    type: 'MULTIPART/FORM-DATA; charset=utf-8; Boundary=XyZ',
  },
  { name: 'no line end after the closing boundary', body: usual.trimEnd() },
  { name: 'an empty line before the first boundary', body: `\r\n${usual}` },
  { name: 'a preamble and an epilogue', body: `To whom it may concern\r\n${usual}bye` },
  { name: 'blanks behind a boundary', body: usual.replace('--XyZ\r\n', '--XyZ \t\r\n') },
  { name: 'a body on a GET', body: usual, method: 'GET' },
  { name: 'chunked transfer', body: usual, isChunked: true },
  { name: 'the file before the field', body: lines('--XyZ', filePart, '--XyZ', queryPart, '--XyZ--') },
  {
    name: 'an attachment with unquoted names, a typed JSON part first, header lines in another order',
    body: lines(
      '--XyZ',
      'Content-Type: application/json; charset=utf-8',
      'Content-Disposition: form-data; name=query',
      '',
      '{"Language":"fr-FR"}',
      '--XyZ',
      'Content-Disposition: attachment; name=file; filename="a.png"',
      'Content-Type: image/png',
      '',
      png,
      '--XyZ--',
    ),
    type: 'multipart/form-data; boundary="XyZ"',
  },
  { name: 'multipart/mixed', body: usual, type: 'multipart/mixed; boundary=XyZ' },
  { name: 'lower-case header names', body: usual.replaceAll('Content-Disposition', 'content-disposition') },
  { name: 'a folded header line', body: usual.replace('; filename', ';\r\n filename') },
  { name: 'a Windows path as file name', body: usual.replace('"a.png"', '"C:\\new folder\\a.png"') },
  { name: 'an extended file name', body: usual.replace('filename="a.png"', "filename*=UTF-8''a.png") },
];

describe('the multipart reader', () => {
  test.each(accepted)('reads $name', async ({ body, ...how }) => {
    for (const pieceBytes of [Infinity, 7, 1]) {
      const { status, seen } = await exchange(Buffer.from(body, 'latin1'), { ...how, pieceBytes });
      expect(status).toBe(200);
      expect(seen.fields).toEqual({ query: ['{"Language":"fr-FR"}'] });
      expect(seen.files['file']).toMatchObject({ bytes: png, originalName: 'a.png' });
    }
  });

  test('reads bodies whose lines end with LF only', async () => {
    const body =
      '--XyZ\nContent-Disposition: form-data; name=a\n\none\ntwo\n--XyZ\nContent-Disposition: form-data; name=b\n\n\n--XyZ--\n';
    const { seen } = await exchange(Buffer.from(body));
    expect(seen.fields).toEqual({ a: ['one\ntwo'], b: [''] });
  });

  test('reads a file without file name or type, known by its name', async () => {
    const body = lines('', '--XyZ', 'Content-Disposition: form-data; name=image_content', '', png, '--XyZ--');
    const { seen } = await exchange(Buffer.from(body, 'latin1'));
    expect(seen.files['image_content']).toEqual({ bytes: png, originalName: null, declaredType: null });
  });

  test('keeps repeated fields in order, text parts with a type, UTF-8 and empty parts', async () => {
    const field = (value: string) =>
      lines(
        '--XyZ',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Disposition: form-data; name="k"',
        '',
        value,
      );
    const body = lines(field('b'), field('é☃'), field(''), field('a'), '--XyZ--');
    const { seen } = await exchange(Buffer.from(body));
    expect(seen.fields).toEqual({ k: ['b', 'é☃', '', 'a'] });
  });

  test('takes lines that only begin like the boundary for data', async () => {
    const value = 'x\r\n--XyZebra\r\n--XyZ-\r\n--Xy';
    const body = lines('--XyZ', 'Content-Disposition: form-data; name=a', '', value, '--XyZ--');
    expect((await exchange(Buffer.from(body), { pieceBytes: 3 })).seen.fields).toEqual({ a: [value] });
  });

  test.each([
    ['a body that is cut short in a file', usual.slice(0, usual.indexOf('\x1a'))],
    ['a body that is cut short in the header lines', usual.slice(0, 30)],
    ['a body that is cut short before the closing boundary', usual.slice(0, -6)],
    ['a body without any boundary', 'hello'],
    ['an empty body', ''],
    ['endless header lines', `--XyZ\r\nA: ${'a'.repeat(40_000)}`],
    ['too many files', lines('--XyZ', filePart, '--XyZ', filePart, '--XyZ', filePart, '--XyZ--')],
    ['too many parts', `${'--XyZ\r\n\r\n\r\n'.repeat(1100)}--XyZ--`],
  ])('refuses %s with 400', async (_name, body) => {
    expect((await exchange(Buffer.from(body, 'latin1'))).status).toBe(400);
  });

  test.each([
    [
      'base64',
      `${Buffer.from(png, 'latin1').toString('base64').slice(0, 9)}\r\n${Buffer.from(png, 'latin1').toString('base64').slice(9)}`,
    ],
    ['BASE64', Buffer.from(png, 'latin1').toString('base64')],
    [
      'quoted-printable',
      [...Buffer.from(png, 'latin1')]
        .map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)
        .join('=\r\n'),
    ],
    ['binary', png],
  ])('takes the bytes of a part in the encoding %s', async (encoding, text) => {
    const body = lines(
      '--XyZ',
      `Content-Transfer-Encoding: ${encoding}`,
      'Content-Disposition: form-data; name="file"; filename="a.png"',
      '',
      text,
      '--XyZ--',
    );
    for (const pieceBytes of [Infinity, 1]) {
      const { status, seen } = await exchange(Buffer.from(body, 'latin1'), { pieceBytes });
      expect([status, seen.files['file']?.bytes]).toEqual([200, png]);
    }
  });

  test('says which part is not in the encoding that it names', async () => {
    for (const encoding of ['base64', 'quoted-printable']) {
      const body = lines(
        '--XyZ',
        `Content-Transfer-Encoding: ${encoding}`,
        filePart.replace(png, 'a=b=c!'),
        '--XyZ--',
      );
      const { status, seen } = await exchange(Buffer.from(body, 'latin1'));
      expect([status, seen]).toMatchObject([
        400,
        { error: expect.stringMatching(`file: says Content-Transfer-Encoding: ${encoding}`) as string },
      ]);
    }
  });

  test('refuses a form without a boundary with 400', async () => {
    expect((await exchange(Buffer.from(usual), { type: 'multipart/form-data' })).status).toBe(400);
  });

  test.each([
    ['file', lines('--XyZ', filePart + 'x'.repeat(limits.maxFileBytes), '--XyZ--')],
    ['field', lines('--XyZ', queryPart + ' '.repeat(3_000_000), '--XyZ--')],
    ['form', '\n'.repeat(30_000_000)],
  ])('refuses an oversize %s with 413, after reading it away', async (_, body) => {
    wasReadToEnd = false;
    expect((await exchange(Buffer.from(body, 'latin1'))).status).toBe(413);
    expect(wasReadToEnd).toBe(true);
  });

  test('discards the files it already holds when a later part is bad', async () => {
    discarded = 0;
    const body = lines('--XyZ', filePart, '--XyZ', filePart, '--XyZ', 'no end');
    expect((await exchange(Buffer.from(body, 'latin1'))).status).toBe(400);
    expect(discarded).toBe(2);
  });

  test.each(['\r', '\n', '-', '\r\n--Xy'])('takes linear time for a flood of %j', async (flood) => {
    const head = lines('--XyZ', 'Content-Disposition: form-data; name=f; filename=f', '', '');
    const measure = async (sizeBytes: number) => {
      const body = Buffer.concat([
        Buffer.from(head),
        Buffer.alloc(sizeBytes, flood),
        Buffer.from('\r\n--XyZ--'),
      ]);
      const before = process.cpuUsage();
      expect((await exchange(body)).status).toBe(200);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    // Other threads of this process and a busy machine only ever add time: the least of several is the work.
    const least = async (sizeBytes: number) => {
      const times = [];
      for (let time = 0; time < 5; time += 1) times.push(await measure(sizeBytes));
      return Math.min(...times);
    };
    const small = await least(100_000);
    // Quadratic work would take a hundred times as long; ten times and the noise of the machine are expected.
    expect(await least(1_000_000)).toBeLessThan(50 * small + 500_000);
  });
});
