/** The recognition engine's REST interfaces, typed by their description. */
import { Connection, type ConnectionOptions, jsonOf } from './connection.js';
import type { components, paths } from './generated/engine.js';
import { LoupeFailure } from './problem.js';

type Methods = 'get' | 'post' | 'put' | 'patch' | 'delete';
type V3Base = '/api/v3/engine';
type V2Base = '/api/v2.0/enginemodify/json' | '/api/v2.0/enginequery/json';
type PathsBelow<Base extends string> = Extract<keyof paths, `${Base}/${string}`>;

/** Numbers and truth values are written as texts. */
type Written<T> = T extends readonly (infer Each)[]
  ? readonly Written<Each>[]
  : T extends string
    ? string extends T
      ? string | number | boolean
      : T
    : T;
type AllWritten<T> = { readonly [Name in keyof T]: Written<T[Name]> };

type Operation<Path extends keyof paths, Method> = Method extends keyof paths[Path]
  ? paths[Path][Method]
  : never;
type PartOf<O, Name extends string> = O extends { readonly parameters: infer P }
  ? Name extends keyof P
    ? NonNullable<P[Name]>
    : unknown
  : unknown;
/** The paths of the management interface that a method is for: a mistyped path is blamed itself. */
type PathsWith<Method> = {
  [Path in PathsBelow<V3Base>]: Method extends keyof paths[Path] ? Path : never;
}[PathsBelow<V3Base>];
type ContentOf<O, Type extends string> = O extends { readonly requestBody?: infer Body }
  ? NonNullable<Body> extends { readonly content: infer Content }
    ? Type extends keyof Content
      ? Content[Type]
      : never
    : never
  : never;
type JsonIn<Response> = Response extends { content: { readonly 'application/json': infer Json } }
  ? Json
  : undefined;
type AnswerOf<O> = O extends { readonly responses: infer Responses }
  ? JsonIn<Responses[keyof Responses]>
  : never;

type WithId<Params> = {
  readonly [Name in keyof Params as Name extends 'id' ? never : Name]: Params[Name];
} & { readonly id?: string };
type Given<Name extends string, Value> = unknown extends Value
  ? { readonly [N in Name]?: undefined }
  : Record<string, never> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

/** What a call of the management interface takes: members of the path (the own application unless named), query, and a form or JSON. */
export type V3Call<O> = Given<'path', WithId<PartOf<O, 'path'>>> &
  ([keyof PartOf<O, 'query'>] extends [never]
    ? unknown
    : { readonly query?: AllWritten<PartOf<O, 'query'>> }) &
  ([ContentOf<O, 'multipart/form-data'>] extends [never]
    ? unknown
    : { readonly form: AllWritten<ContentOf<O, 'multipart/form-data'>> }) &
  ([ContentOf<O, 'application/json'>] extends [never]
    ? unknown
    : { readonly json: ContentOf<O, 'application/json'> }) & { readonly signal?: AbortSignal };

type V2Path<Name extends string> = Extract<PathsBelow<V2Base>, `${V2Base}/${Name}`>;
/** The operations of the engine as its clients know it. */
export type V2Operation = PathsBelow<V2Base> extends `${V2Base}/${infer Name}` ? Name : never;
type V2Form<Name extends V2Operation> = Omit<
  AllWritten<ContentOf<Operation<V2Path<Name>, 'post'>, 'multipart/form-data'>>,
  'application_key'
>;

export type EngineReference = components['schemas']['EngineReference'];

export interface EngineOptions extends ConnectionOptions {
  /** application_key; opens its own application. */
  readonly key?: string;
  /** access_token of an administrator; opens all applications within reach. */
  readonly token?: string;
}

type Value = string | number | boolean | Blob;
type Fields = Readonly<Record<string, Value | readonly Value[] | null | undefined>>;

interface AnyCall {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Fields;
  readonly form?: Fields;
  readonly json?: unknown;
  readonly signal?: AbortSignal;
}

export class Engine {
  private readonly connection: Connection;

  constructor(private readonly options: EngineOptions) {
    const { key, token } = options ?? {};
    this.connection = new Connection(options, () => ({
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'Application-Key': key }),
    }));
  }

  /**
   * Calls the management interface.
   *
   * @example
   * await engine.call('post', '/api/v3/engine/applications/{id}/search', { form: { image: photo, limit: 3 } });
   * @throws LoupeFailure with the code of the refusal
   */
  async call<Method extends Methods, Path extends PathsWith<Method>>(
    method: Method,
    path: Path,
    call: V3Call<Operation<Path, Method>>,
  ): Promise<AnswerOf<Operation<Path, Method>>> {
    const { path: members = {}, query = {}, form, json, signal } = call as AnyCall;
    const named: Readonly<Record<string, string>> = { id: 'current', ...members };
    const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
      encodeURIComponent(named[name] ?? ''),
    );
    const search = new URLSearchParams(textsOf(query)).toString();
    const response = await this.connection.send(search === '' ? address : `${address}?${search}`, {
      method: method.toUpperCase(),
      ...(form === undefined ? {} : { body: formOf(form) }),
      ...(json === undefined
        ? {}
        : { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.status === 204) return undefined as AnswerOf<Operation<Path, Method>>;
    const answer = await jsonOf(response);
    if (!response.ok) throw refusalOf(answer, response.status);
    return answer as AnswerOf<Operation<Path, Method>>;
  }

  /**
   * Calls an operation of the engine as its clients know it, with the key of the application.
   *
   * @throws LoupeFailure with the negative status code as `code`
   */
  async v2<Name extends V2Operation>(
    name: Name,
    form: V2Form<Name>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<AnswerOf<Operation<V2Path<Name>, 'post'>>> {
    // Both families answer to all operations that read.
    const family = modifying.has(name) ? 'enginemodify' : 'enginequery';
    const response = await this.connection.send(`/api/v2.0/${family}/json/${name}`, {
      method: 'POST',
      body: formOf({ application_key: this.options.key, ...(form as Fields) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const answer = (await jsonOf(response)) as {
      readonly status?: { readonly code?: number; readonly message?: string };
    };
    const { code, message } = answer.status ?? {};
    if (code === undefined) throw new LoupeFailure('The answer has no status.', 'NO_LOUPE', response.status);
    if (code < 0) throw new LoupeFailure(message ?? `Refused with ${code}`, String(code), response.status);
    return answer as AnswerOf<Operation<V2Path<Name>, 'post'>>;
  }

  /** All references of the own application in order of their addition, page after page. */
  async *references({ keyword }: { readonly keyword?: string } = {}): AsyncGenerator<EngineReference> {
    for (let after: string | null = null; ;) {
      const query = {
        first: 1000,
        ...(after === null ? {} : { after }),
        ...(keyword === undefined ? {} : { keyword }),
      };
      const page: {
        readonly items: readonly EngineReference[];
        readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
      } = await this.call('get', '/api/v3/engine/applications/{id}/references', { query });
      yield* page.items;
      if (!page.pageInfo.hasNextPage) return;
      after = page.pageInfo.endCursor;
    }
  }
}

const modifying: ReadonlySet<string> = new Set<V2Operation>([
  'AddImage',
  'DeleteImage',
  'GetDnaById',
  'GetTaskStatus',
]);

/** The engine of a server. */
export function createEngine(options: EngineOptions): Engine {
  return new Engine(options);
}

function entriesOf(fields: Fields): readonly (readonly [string, Value])[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, each] as const),
  );
}

const textsOf = (fields: Fields): string[][] =>
  entriesOf(fields).map(([name, value]) => {
    if (value instanceof Blob) throw new TypeError(`${name} is a file, which an address cannot hold.`);
    return [name, String(value)];
  });

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of entriesOf(fields)) {
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : name);
    else form.append(name, String(value));
  }
  return form;
}

function refusalOf(answer: unknown, status: number): LoupeFailure {
  const { code, title, detail } = answer as {
    readonly code?: string;
    readonly title?: string;
    readonly detail?: string;
  };
  return new LoupeFailure(title ?? detail ?? `Refused with HTTP ${status}`, code ?? 'NO_LOUPE', status);
}
