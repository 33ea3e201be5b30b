/**
 * Records exchanges over REST as text that can be kept and compared: ids, dates, keys, addresses and whatever depends
 * on the machine are replaced by words, ids by a number in the order of their appearance.
 */
import { requireDescribed, describedOperation } from '../../kit/rest-contract.js';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
  /** A JSON part and a file. */
  readonly form?: {
    readonly part?: readonly [name: string, json: object];
    readonly file?: readonly [name: string, type: string, bytes: Buffer];
    /** Name of the part with the file; `file` when left out. */
    readonly filePart?: string;
    /** A second file. */
    readonly further?: {
      readonly name: string;
      readonly file: readonly [name: string, type: string, bytes: Buffer];
    };
  };
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Seen {
  readonly operation: string;
  readonly status: number;
}

const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

export class Recorder {
  private readonly ids = new Map<string, string>();
  private readonly secrets = new Map<string, string>();
  private readonly texts = new Map<string, string[]>();
  readonly seen: Seen[] = [];
  /** What was sent, as it was. */
  readonly sent: Exchange[] = [];

  constructor(private readonly url: string) {}

  /** Shows a secret by a word. */
  hide(secret: string, word: string): void {
    this.secrets.set(secret, `<${word}>`);
  }

  /** Sends a request and writes it down with its answer. @returns the answer's JSON, null when there is none */
  async record(title: string, exchange: Exchange): Promise<unknown> {
    this.sent.push(exchange);
    const { method, path, json, form, text, headers = {} } = exchange;
    const body = form ? formOf(form) : (text ?? (json === undefined ? undefined : JSON.stringify(json)));
    const type = json !== undefined && { 'Content-Type': 'application/json' };
    const response = await fetch(`${this.url}${path}`, { method, headers: { ...type, ...headers }, body });
    const answered = response.headers.get('content-type') ?? 'json';
    // A file is kept as a text, where it is one.
    const whole = await response.text();
    const received = answered === 'application/octet-stream' ? '<file>' : whole;
    const isJson = /json/.test(answered);
    const answer = isJson ? received : JSON.stringify(received);
    requireDescribed({ method, path, status: response.status, text: answer });
    const described = describedOperation(method, path);
    this.seen.push({ operation: `${method} ${described?.path ?? path}`, status: response.status });
    const lines = [
      `### ${title}`,
      `${method} ${path}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...sentLines(exchange),
      '',
      `HTTP ${response.status}`,
      ...['allow', 'www-authenticate'].flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [`${name}: ${value}`];
      }),
      ...(answer === '' ? [] : [JSON.stringify(JSON.parse(answer), null, 2)]),
      '',
    ];
    const topic = topicOf(described?.path ?? path);
    this.texts.set(topic, [...(this.texts.get(topic) ?? []), this.normalize(lines.join('\n'))]);
    return answer === '' ? null : JSON.parse(answer);
  }

  /** What was written down, by resource. */
  transcripts(): ReadonlyMap<string, string> {
    return new Map([...this.texts].map(([topic, texts]) => [topic, texts.join('\n')]));
  }

  private normalize(text: string): string {
    let result = text;
    for (const [secret, word] of this.secrets) result = result.replaceAll(secret, word);
    return result
      .replace(/https?:\/\/127\.0\.0\.1:\d+\/files\/[\w-]+/g, '<address of a file>')
      .replace(/https?:\/\/127\.0\.0\.1:\d+\/(?:password|approval)#code=[\w.-]+/g, '<link>')
      .replace(/WyJSZWNvcmRlZCIs[\w-]+/g, '<cursor>')
      .replace(/127\.0\.0\.1:\d+(?=\/(?:packs|scan)\b)/g, '<host>')
      .replace(/"Version": "[^"]+"/g, '"Version": "<version>"')
      .replace(/data:image\/jpeg;base64,[\w+/=]+/g, '<picture>')
      .replace(/\d+ \p{L}+ \d{4} (?:at|à) \d\d:\d\d:\d\d UTC/gu, '<date>')
      .replace(/https?:\/\/127\.0\.0\.1:\d+\/[\w/-]*archives?[\w/.-]*/g, '<address of an archive>')
      .replace(guid, (id) => {
        const known = this.ids.get(id.toLowerCase()) ?? `<id ${this.ids.size + 1}>`;
        this.ids.set(id.toLowerCase(), known);
        return known;
      })
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<date>')
      .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, '<date>')
      .replace(/"(ApiKey|access_token)": "[\w-]{40,}"/g, '"$1": "<secret>"')
      .replace(/"PublicKey": "[\w-]{40,}"/g, '"PublicKey": "<public key>"')
      .replace(/"whsec_[\w+/=]+"/g, '"whsec_<secret>"')
      .replace(/"_objectId": "[0-9a-f]{32}"/g, '"_objectId": "<number>"')
      .replace(/"(Size|SizeBytes|Score|Progress)": [\d.]+/g, '"$1": <number>')
      .replace(/"RecognitionScore": "[\d.]+"/g, '"RecognitionScore": "<number>"')
      .replace(/127\.0\.0\.1|::ffff:<host>/g, '<host>');
  }
}

function topicOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((word) => word !== '');
  return (first === 'api' || first === 'services' ? second : first).toLowerCase();
}

function formOf({ part, file, filePart = 'file', further }: NonNullable<Exchange['form']>): FormData {
  const form = new FormData();
  if (part !== undefined) form.append(part[0], JSON.stringify(part[1]));
  if (file !== undefined)
    form.append(filePart, new Blob([new Uint8Array(file[2])], { type: file[1] }), file[0]);
  if (further !== undefined) {
    const [name, type, bytes] = further.file;
    form.append(further.name, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  return form;
}

function sentLines({ json, form, text }: Exchange): readonly string[] {
  if (json !== undefined) return ['', JSON.stringify(json, null, 2)];
  if (text !== undefined) return ['', text];
  if (form === undefined) return [];
  return [
    '',
    ...(form.part === undefined ? [] : [`(part ${form.part[0]}) ${JSON.stringify(form.part[1])}`]),
    ...(form.file === undefined
      ? []
      : [`(part ${form.filePart ?? 'file'}) ${form.file[0]}, ${form.file[1]}`]),
    ...(form.further === undefined
      ? []
      : [`(part ${form.further.name}) ${form.further.file[0]}, ${form.further.file[1]}`]),
  ];
}

/** Plays one exchange of a story. @returns the JSON of the answer */
export type Send = (
  title: string,
  method: string,
  path: string,
  rest?: Partial<Exchange>,
) => Promise<unknown>;
