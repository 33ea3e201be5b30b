import type { ElementState } from '../../precondition.js';

/** What an operation answers: a status and, unless it is 204, a JSON body. */
export type Answer =
  | {
      readonly status: 200 | 201;
      readonly body: unknown;
      /** Of the one element that is answered: its entity tag names the version. */
      readonly state?: ElementState | undefined;
    }
  | {
      readonly status: 204;
      readonly body?: undefined;
      readonly headers?: Readonly<Record<string, string>>;
    };

export const ok = (body: unknown, state?: ElementState): Answer => ({ status: 200, body, state });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent: Answer = { status: 204 };
