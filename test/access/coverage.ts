/** What there is to call: every root field of GraphQL and every route of REST. */
import { isInterfaceType } from 'graphql';
import { schema } from '../../schema/index.js';
import { engineOperations } from '../../src/rest/engine-v2/register.js';

export function rootFields(): readonly string[] {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    type ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
  );
}

export function nodeTypeNames(): readonly string[] {
  const node = schema.getType('Node');
  return isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];
}

const engineNames = new Set(engineOperations.map(({ name }) => name.toLowerCase()));

/** The engine's operations are reachable at many addresses; they are one row each in the engine's table. */
function isEngineRoute(route: string): boolean {
  const path = route.split(' ')[1] ?? '';
  return (
    /\/(engine|ltu)(modify|query)\//i.test(path) ||
    /\/v2(\.0)?\/:operation$/i.test(path) ||
    engineNames.has(path.slice(1).toLowerCase())
  );
}

/** Routes of REST as they are registered, without what answers HEAD and preflights. */
export function restRoutes(registered: readonly string[]): readonly string[] {
  const isOperation = (route: string) => !/^(HEAD|OPTIONS) /.test(route) && !isEngineRoute(route);
  return [...new Set(registered.filter(isOperation))];
}

/** Two spellings of one operation: addresses have no case. */
export function sameOperation(operation: string): string {
  const [method = '', path] = operation.split(' ');
  return path === undefined ? operation : `${method} ${path.toLowerCase()}`;
}
