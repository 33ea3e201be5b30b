/** Requests written byte for byte, for what `fetch` refuses or normalizes. */
import { connect } from 'node:net';
import { requireDescribed, describedOperation } from '../../kit/rest-contract.js';
import { buffer } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** Sends the request on a socket of its own, to its end, and reads the whole answer. */
export async function rawRequest(url: string, request: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const body = Buffer.from(request.body ?? '');
  const headers = {
    Host: `${hostname}:${port}`,
    Connection: 'close',
    'Content-Length': String(body.length),
    ...request.headers,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(Number(port), hostname);
  socket.write(
    Buffer.concat([Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n${head.join('')}\r\n`), body]),
  );
  const answer = parseAnswer(await buffer(socket));
  const { method, path } = request;
  if (describedOperation(method, path) !== null) requireDescribed({ method, path, ...answer });
  return answer;
}

function parseAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const body = bytes.subarray(end + 4);
  const text = headers['transfer-encoding'] === 'chunked' ? unchunk(body) : body.toString('utf8');
  return { status: Number(statusLine.split(' ')[1]), headers, text };
}

function unchunk(body: Buffer): string {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, lineEnd).toString('latin1'), 16);
    if (!(size > 0)) break;
    pieces.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return Buffer.concat(pieces).toString('utf8');
}

export interface RawPart {
  /** Header lines without line ends, in the order in which they are sent. */
  readonly headers: readonly string[];
  readonly body: Buffer | string;
}

/** Joins parts to a multipart body: `\r\n` line ends, and nothing behind the closing boundary. */
export function multipartBody(boundary: string, parts: readonly RawPart[]): Buffer {
  const pieces = parts.flatMap(({ headers, body }) => [
    Buffer.from(`--${boundary}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--`)]);
}
