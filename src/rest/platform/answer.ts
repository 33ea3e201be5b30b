import type { ElementState } from '../../kernel/precondition.js';

/** A part of a list that the services have cut already. */
export interface Part {
  /** How many there are in all. */
  readonly total: number;
  /** Query of the next part where it does not begin by `skip`; null behind the last one. */
  readonly next?: Readonly<Record<string, string>> | null;
}

/** A file that is made for the request. */
export interface Download {
  readonly content: string | Buffer;
  readonly contentType: string;
  readonly fileName: string;
}

/** What an operation answers: a status and, unless it is 204 or a file, a JSON body. */
export type Answer =
  | {
      readonly status: 200 | 201;
      readonly body: unknown;
      /** Of the one element that is answered: its entity tag names the version. */
      readonly state?: ElementState | undefined;
      /** Of a list that the services have cut. */
      readonly part?: Part;
    }
  | { readonly status: 200; readonly body?: undefined; readonly download: Download }
  | {
      readonly status: 204;
      readonly body?: undefined;
      readonly headers?: Readonly<Record<string, string>>;
    };

export const ok = (body: unknown, state?: ElementState): Answer => ({ status: 200, body, state });
/** A part of a list. */
export const listed = (body: readonly unknown[], part: Part): Answer => ({ status: 200, body, part });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const file = (download: Download): Answer => ({ status: 200, download });
export const noContent: Answer = { status: 204 };
