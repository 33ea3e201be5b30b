/** Changes: each answers with what was made, or with the server's problem. */
import type { TadaDocumentNode } from 'gql.tada';
import { useCallback } from 'react';
import { type Client, getOperationName, useClient } from 'urql';
import { inUsersWords } from '../i18n/server-words';
import { failures, nameOfChange } from './failures';
import type { Problem, Success } from './graphql';
import { ownChanges } from './own-changes';
import { works } from './works';

export type Outcome<Value> =
  | { readonly isDone: true; readonly value: Value }
  | { readonly isDone: false; readonly problem: Problem };

/** The codes of failures that are not the server's own words. */
const UNREACHED = 'UNREACHED';

/**
 * Sends a change with one field.
 *
 * One that is made on a version which another change of this tab is being made on waits for it, and is made on what that one answers:
 * a second click is no change by somebody else.
 *
 * @returns the success, or the problem; never throws for what the server or the connection refuses
 */
export async function change<Result, Variables extends object>(
  client: Client,
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Outcome<Success<TadaDocumentNode<Result, Variables>>>> {
  // A query waits for nobody, and nothing is to be taken back of it.
  if (isQuery(document)) return send(client, document, variables);
  return works.run(async () => sendInOrder(client, document, variables));
}

async function sendInOrder<Result, Variables extends object>(
  client: Client,
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Outcome<Success<TadaDocumentNode<Result, Variables>>>> {
  const seen = (variables as { readonly ifVersion?: unknown }).ifVersion;
  if (typeof seen !== 'string') return send(client, document, variables);
  const ifVersion = await ownChanges.after(seen);
  const answer = send(client, document, { ...variables, ifVersion });
  ownChanges.note(
    ifVersion,
    answer.then(versionIn, () => null),
  );
  return answer;
}

function versionIn(outcome: Outcome<unknown>): string | null {
  const { version } = (outcome.isDone ? outcome.value : {}) as { readonly version?: unknown };
  return typeof version === 'string' ? version : null;
}

/** A query that takes a file or much input is asked each time, as a change is. */
const ask = <Result, Variables extends object>(
  client: Client,
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
) =>
  isQuery(document)
    ? client.query(document, variables, { requestPolicy: 'network-only' }).toPromise()
    : client.mutation(document, variables).toPromise();

const isQuery = ({ definitions }: TadaDocumentNode<unknown, never>) =>
  definitions.some((each) => 'operation' in each && String(each.operation) === 'query');

async function send<Result, Variables extends object>(
  client: Client,
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Outcome<Success<TadaDocumentNode<Result, Variables>>>> {
  const { data, error } = await ask(client, document, variables);
  const name = nameOfChange(getOperationName(document) ?? '', variables);
  const failed = (problem: Problem) => {
    failures.note(problem, name);
    return { isDone: false, problem } as const;
  };
  if (error !== undefined) return failed(problemOf(error));
  const answer = Object.values(data ?? {})[0] as Problem | undefined;
  if (answer === undefined) return failed({ code: 'INTERNAL_SERVER_ERROR', message: '' });
  const isProblem = typeof answer.code === 'string' && typeof answer.message === 'string';
  if (isProblem) return failed(inUsersWords(answer));
  failures.worked(name);
  return { isDone: true, value: answer as never };
}

/** `change` for a component. */
export function useChange<Result, Variables extends object>(document: TadaDocumentNode<Result, Variables>) {
  const client = useClient();
  return useCallback((variables: Variables) => change(client, document, variables), [client, document]);
}

interface Failure {
  readonly message: string;
  readonly networkError?: Error | undefined;
  readonly graphQLErrors?: readonly {
    readonly message: string;
    readonly extensions?: Record<string, unknown> | undefined;
  }[];
}

/** A failure of urql as a problem. */
export function problemOf({ graphQLErrors, networkError, message }: Failure): Problem {
  const first = graphQLErrors?.[0];
  if (first !== undefined) {
    const code = first.extensions?.['code'];
    const known = typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR';
    return inUsersWords({ code: known, message: first.message });
  }
  // Without an answer fetch fails with a TypeError; an answer that is none of GraphQL's is the server's failure.
  const isUnreached = networkError instanceof TypeError;
  return inUsersWords({ code: isUnreached ? UNREACHED : 'INTERNAL_SERVER_ERROR', message });
}
