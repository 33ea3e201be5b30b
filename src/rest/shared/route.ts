import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the OpenAPI description says about a route besides its address. */
export interface RouteFacts {
  /** Members of the JSON body. */
  readonly body?: z.ZodObject;
  /**
   * A multipart body; members of each part that carries JSON, by the part's name; a name that ends with `*` is
   * mandatory. It holds one file, `file`, unless `files` says otherwise.
   */
  readonly form?: Readonly<Record<string, z.ZodObject>>;
  /** Members of a JSON body that is accepted instead of the form. */
  readonly bodyInstead?: z.ZodObject;
  /** Texts of a multipart body: what each does; a name that ends with `*` is mandatory. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Files of a multipart body: what each is; a name that ends with `*` is mandatory. */
  readonly files?: Readonly<Record<string, string>>;
  /** Members of a form-encoded body. */
  readonly urlencoded?: z.ZodObject;
  /** What each parameter of the query does; a name that ends with `*` is mandatory. */
  readonly query?: Readonly<Record<string, string>>;
  /** What each header does; a name that ends with `*` is mandatory. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Members of the answer; absent where there is no content. */
  readonly answer?: z.ZodType;
  /** Statuses besides those of every route, with what they mean here. */
  readonly statuses?: Readonly<Record<number, string>>;
  /** True where 204 may be answered instead of a body. */
  readonly isOptional?: boolean;
  /** True where `If-Match` and `If-Unmodified-Since` are honoured. */
  readonly isConditional?: boolean;
}

/** A route that is served and described from one entry. Surfaces add who may call it. */
export interface Route<Call, Answer> extends RouteFacts {
  readonly method: Method;
  /** Fastify path; a last segment `:id?` may be left out. */
  readonly path: string;
  /** One line for the description of the interface. */
  readonly summary: string;
  readonly handle: (call: Call) => Promise<Answer>;
}
