/** Names what a GraphQL request asks for, and why it failed, for the log and the metrics. */
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, Kind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { noteError, noteOperation } from '../kernel/current-request.js';

export function useObservation(): Plugin {
  return {
    onExecute({ args }) {
      noteOperation(nameOf(args));
      return {
        onExecuteDone({ result }) {
          if (!(Symbol.asyncIterator in result)) noteFirstError(result);
        },
      };
    },
    onSubscribe({ args }) {
      noteOperation(nameOf(args));
    },
  };
}

/** The kind and the first root field: a limited set, while callers choose the names of operations. */
function nameOf({
  document,
  operationName,
}: Pick<ExecutionArgs, 'operationName'> & { document: DocumentNode }) {
  const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  const field = operation?.selectionSet.selections.find((each) => each.kind === Kind.FIELD);
  return `${operation?.operation ?? 'query'} ${field?.name.value ?? '(fragment)'}`;
}

function noteFirstError({ errors }: ExecutionResult): void {
  const [error] = errors ?? [];
  if (error === undefined) return;
  const { code } = error.extensions;
  noteError(typeof code === 'string' ? code : 'BAD_USER_INPUT');
}
