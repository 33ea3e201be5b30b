/** Comments of guests, without a log-in: by the code of the link, and the key that a browser got for a name. */
import { graphql, problemFields, type ResultOf } from '../../api/graphql';
import { inUsersWords } from '../../i18n/server-words';
import { askByLink, client } from './guest-client';

const threadFields = graphql(`
  fragment SharedThread on CommentThread {
    id
    elementId
    isGone
    positionXPercent
    positionYPercent
    isResolved
    comments {
      id
      text
      user
      isGuest
      isDeleted
      createdAt
    }
  }
`);

export type SharedThread = ResultOf<typeof threadFields>;

const threadsQuery = graphql(
  `
    query SharedComments($code: String!) {
      sharedPreview(code: $code) {
        comments {
          ...SharedThread
        }
      }
    }
  `,
  [threadFields],
);

const joinMutation = graphql(
  `
    mutation JoinSharedPreview($code: String!, $name: String!) {
      joinSharedPreview(input: { code: $code, name: $name }) {
        ...ProblemFields
        ... on JoinedPreview {
          name
          guestKey
        }
      }
    }
  `,
  [problemFields],
);

const commentMutation = graphql(
  `
    mutation CommentOnSharedPreview($input: CommentOnSharedPreviewInput!) {
      commentOnSharedPreview(input: $input) {
        ...ProblemFields
        ... on CommentThread {
          ...SharedThread
        }
      }
    }
  `,
  [problemFields, threadFields],
);

const replyMutation = graphql(
  `
    mutation ReplyOnSharedPreview($input: ReplyOnSharedPreviewInput!) {
      replyOnSharedPreview(input: $input) {
        ...ProblemFields
        ... on CommentThread {
          ...SharedThread
        }
      }
    }
  `,
  [problemFields, threadFields],
);

/** null for a link that is no longer good. @throws as `askByLink` */
export async function readThreads(code: string): Promise<readonly SharedThread[] | null> {
  return (await askByLink(threadsQuery, { code }))?.sharedPreview.comments ?? null;
}

interface Refusable {
  readonly code?: string;
  readonly message?: string;
  readonly fields?: readonly { readonly path: string; readonly messages: readonly string[] }[];
}

/** The problem of an answer in the words of users; null where there is none. */
function refusalIn(answer: unknown): string | null {
  if (answer === undefined || answer === null)
    return inUsersWords({ code: 'UNREACHED', message: '' }).message;
  const { code, message, fields } = answer as Refusable;
  if (code === undefined || message === undefined) return null;
  const problem = inUsersWords({ code, message, ...(fields === undefined ? {} : { fields }) });
  return problem.fields?.flatMap(({ messages }) => messages).join(' ') || problem.message;
}

export interface Guest {
  readonly name: string;
  readonly guestKey: string;
}

const storeKey = (code: string) => `loupe-guest-${code.slice(0, 16)}`;

/** Kept in this browser, so that the guest is known when the link is opened again. */
export function knownGuest(code: string): Guest | null {
  try {
    const { name, guestKey } = JSON.parse(localStorage.getItem(storeKey(code)) ?? 'null') as Partial<Guest>;
    return typeof name === 'string' && typeof guestKey === 'string' ? { name, guestKey } : null;
  } catch {
    return null;
  }
}

/** @returns the guest, or what is wrong with the name */
export async function join(code: string, name: string): Promise<Guest | string> {
  const { data } = await client.mutation(joinMutation, { code, name }).toPromise();
  const answer = data?.joinSharedPreview;
  const refusal = refusalIn(answer);
  if (refusal !== null) return refusal;
  const guest = answer as Guest;
  try {
    localStorage.setItem(storeKey(code), JSON.stringify({ name: guest.name, guestKey: guest.guestKey }));
  } catch {
    // A browser that keeps nothing asks for the name again.
  }
  return guest;
}

export interface SharedPlace {
  readonly elementId: string;
  readonly positionXPercent?: number;
  readonly positionYPercent?: number;
}

/** @returns what is wrong; null for nothing */
export async function say(
  access: { readonly code: string; readonly guestKey: string },
  text: string,
  about: SharedPlace | { readonly threadId: string },
): Promise<string | null> {
  if ('threadId' in about) {
    const { data } = await client
      .mutation(replyMutation, { input: { ...access, text, ...about } })
      .toPromise();
    return refusalIn(data?.replyOnSharedPreview);
  }
  const { data } = await client
    .mutation(commentMutation, { input: { ...access, text, ...about } })
    .toPromise();
  return refusalIn(data?.commentOnSharedPreview);
}
