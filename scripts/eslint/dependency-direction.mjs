/**
 * A lint rule that keeps dependencies pointing one way:
 *
 *   composition → adapters (schema, rest, graphql, cli, …) → features → foundations (access, media, vision, jobs, db)
 *               → ground (errors, config)
 *
 * A file may import from its own layer and from those below it. Adapters know each other only as listed.
 */
import { dirname, relative, resolve, sep } from 'node:path';

/** Layers from the top down; each lists its folders (or files) below the project's root. */
export const LAYERS = [
  { name: 'composition', members: ['src/main.ts', 'src/cli/main.ts', 'src/app.ts', 'src/app'] },
  {
    name: 'adapters',
    members: ['schema', 'src/cli', 'src/console', 'src/demo', 'src/graphql', 'src/http', 'src/rest'],
  },
  {
    name: 'features',
    members: [
      'src/accounts',
      'src/content',
      'src/engine',
      'src/exchange',
      'src/insight',
      'src/pictures',
      'src/recognition',
      'src/search',
      'src/tree',
    ],
  },
  { name: 'foundations', members: ['src/access', 'src/db', 'src/jobs', 'src/media', 'src/vision'] },
  { name: 'ground', members: ['src'] },
];

/** The adapters that an adapter may import besides itself. */
const ADAPTER_FRIENDS = {
  schema: ['src/graphql'],
  'src/graphql': ['schema', 'src/http'],
  'src/rest': ['src/http'],
  'src/console': ['src/http'],
  'src/http': [],
  'src/demo': [],
  'src/cli': ['src/demo'],
};

/** Adapters may name the type of what the composition root hands to them, and nothing else of it. */
const HANDED_DOWN = 'src/app/services.ts';

/** The layer and member a project-relative path belongs to; undefined outside the layered folders. */
export function placeOf(path) {
  for (const [rank, layer] of LAYERS.entries()) {
    const member = layer.members.find((name) => path === name || path.startsWith(`${name}/`));
    if (member !== undefined) return { rank, layer: layer.name, member };
  }
  return undefined;
}

/**
 * Why one file must not import another, or undefined when it may.
 *
 * @param from path of the importing file, relative to the project's root, with forward slashes
 * @param to   path of the imported file, likewise
 * @param isTypeOnly whether only types are imported
 */
export function violation(from, to, isTypeOnly = false) {
  const importer = placeOf(from);
  const imported = placeOf(to);
  if (!importer || !imported || importer.member === imported.member) return undefined;
  if (imported.layer === 'ground' && to.split('/').length > 2) {
    return `${dirname(to)} belongs to no layer; give it a place in scripts/eslint/dependency-direction.mjs.`;
  }
  if (isTypeOnly && importer.layer === 'adapters' && to === HANDED_DOWN) return undefined;
  if (imported.rank < importer.rank) {
    return `${importer.member} (${importer.layer}) must not import ${imported.member} (${imported.layer}): dependencies point down only.`;
  }
  const isAdapterPair = importer.layer === 'adapters' && imported.layer === 'adapters';
  if (isAdapterPair && !ADAPTER_FRIENDS[importer.member].includes(imported.member)) {
    return `${importer.member} must not import ${imported.member}: adapters are independent of each other.`;
  }
  return undefined;
}

const toPosix = (path) => path.split(sep).join('/');

/** @type {import('eslint').Rule.RuleModule} */
export const dependencyDirection = {
  meta: {
    type: 'problem',
    docs: { description: 'keep dependencies pointing from adapters to features to foundations' },
    schema: [],
    messages: { forbidden: '{{reason}}' },
  },
  create(context) {
    const from = toPosix(relative(context.cwd, context.filename));
    const check = (source, kind) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string' || !source.value.startsWith('.'))
        return;
      const target = resolve(dirname(context.filename), source.value.replace(/\.js$/, '.ts'));
      const reason = violation(from, toPosix(relative(context.cwd, target)), kind === 'type');
      if (reason !== undefined) context.report({ node: source, messageId: 'forbidden', data: { reason } });
    };
    return {
      ImportDeclaration: (node) => check(node.source, node.importKind),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
    };
  },
};
