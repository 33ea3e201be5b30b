/**
 * A lint rule that keeps dependencies pointing one way.
 *
 * At the top of the project each folder has a list of those that it may import from: the server knows nothing of what
 * shows, measures and tests it. Within the server a file may import from its own member and from the levels below.
 * Members of a level do not know each other, so that no circle of folders can come about, save where FRIENDS says so.
 */
import { dirname } from 'node:path';
import { importedFile, pathBelow, visitRelativeImports } from './source-imports.mjs';

/** Pictures of the benchmark, and photos of them. */
const DRAWN = [
  'packages/bench/paint',
  'packages/bench/print',
  'packages/bench/random.ts',
  'packages/bench/simulation',
];

/** What the folders of the project may import from beside themselves, the longest name first; tests import anything. */
const OUTER = [
  {
    folder: 'packages/bench/platform',
    uses: [
      ...['packages/bench', 'test/kit', 'test/access', 'demo', 'src', 'schema'],
      'packages/engine-wasm/src',
    ],
  },
  // A command of `loupe`; the engine it knows by the name of its package.
  { folder: 'packages/bench/benchmark', uses: [...DRAWN, 'src/cli', 'src/kernel/errors.ts'] },
  { folder: 'packages/bench/simulation', uses: DRAWN },
  {
    folder: 'packages/bench/print',
    uses: ['demo/content', 'packages/bench/paint', 'packages/bench/random.ts'],
  },
  { folder: 'packages/bench/paint', uses: ['packages/bench/random.ts'] },
  {
    folder: 'test/kit',
    uses: ['packages/bench/benchmark/bench.command.ts', ...DRAWN, 'demo', 'src', 'schema', 'scripts'],
  },
  { folder: 'console', uses: ['packages/engine-wasm/src', 'packages/scan/src'] },
  // Actions are opened as on the page of phones.
  {
    folder: 'packages/scan',
    uses: ['console/src/parts/reader/action-target.ts', 'packages/engine-wasm/src'],
  },
  { folder: 'demo', uses: ['src'] },
  { folder: 'scripts', uses: ['src', 'schema'] },
  { folder: 'schema', uses: ['src'] },
  { folder: 'src', uses: ['schema'] },
];

/** What transactions note for the history of documents: services of all products write it. */
const NOTED = [
  'src/documents/history/language-changes.ts',
  'src/documents/history/text-states.ts',
  'src/documents/zones/zone.states.ts',
];
const NOTES = [...NOTED, 'src/documents/history/transaction-notes.ts'];
/** What stands beside a noun and belongs to another level, by the ending of the file. */
const ROUTES = ['src/*.rest.ts', 'src/*.view.ts'];
const ENTITIES = ['src/documents/*.entity.ts', 'src/organizations/*.entity.ts'];
const MEMBERS = ['src/content/*.members.ts', 'src/documents/*.members.ts', 'src/documents/*.wire.ts'];

/**
 * The levels of the server from the top down; each lists its folders (or files) below the project's root. A member
 * `FOLDER/*ENDING` takes the files of a folder and of those below it whose names end so, before the folder itself does.
 */
const LEVELS = [
  {
    name: 'composition',
    members: ['src/main.ts', 'src/start-server.ts', 'src/cli/main.ts', 'src/app.ts', 'src/app'],
  },
  {
    name: 'adapters',
    members: ['schema', 'src/cli', 'src/graphql', 'src/http', 'src/mcp', 'src/rest', ...ROUTES],
  },
  {
    name: 'overviews',
    members: [
      'src/backup',
      'src/exchange',
      'src/packs',
      'src/short-addresses',
      'src/statistics',
      'src/text-search',
      'src/verify',
      'src/webhooks',
    ],
  },
  { name: 'recognition', members: ['src/recognition'] },
  { name: 'products', members: ['src/documents', 'src/organizations', 'src/proofs', 'src/readers'] },
  { name: 'parts of products', members: ['src/content', 'src/pictures', 'src/users'] },
  { name: 'common features', members: ['src/audit', 'src/credits', 'src/engine', ...NOTES] },
  {
    name: 'common ground',
    members: ['src/jobs', 'src/media', 'src/tree', ...ENTITIES, ...MEMBERS],
  },
  { name: 'cluster', members: ['src/cluster'] },
  {
    name: 'foundations',
    members: ['src/access', 'src/db', 'src/engine-host', 'src/http-client', 'src/page-pairing'],
  },
  { name: 'ground', members: ['src'] },
  { name: 'kernel', members: ['src/kernel'] },
];

/**
 * Who may import whom within a level. Only the schema and the server that runs it know each other, by different
 * files.
 */
const FRIENDS = {
  'src/main.ts': ['src/start-server.ts'],
  'src/start-server.ts': ['src/app.ts'],
  'src/cli/main.ts': ['src/app.ts', 'src/app'],
  'src/app.ts': ['src/app'],
  'src/cli': ['src/mcp'],
  schema: ['src/graphql'],
  'src/graphql': ['schema', 'src/http'],
  'src/rest': ['src/http', ...ROUTES],
  ...Object.fromEntries(ROUTES.map((member) => [member, ['src/http', 'src/rest', ...ROUTES]])),
  'src/documents': ['src/organizations'],
  'src/organizations': ['src/documents'],
  'src/proofs': ['src/documents'],
  'src/documents/history/transaction-notes.ts': [...NOTED, 'src/audit'],
  'src/documents/history/language-changes.ts': ['src/audit'],
  'src/documents/*.wire.ts': ['src/documents/*.members.ts'],
  'src/tree': ENTITIES,
  ...Object.fromEntries(ENTITIES.map((member) => [member, ['src/tree']])),
};

/** Adapters may name the type of what the composition root hands to them, and nothing else of it. */
const HANDED_DOWN = 'src/app/services.ts';

const isBelow = (path, folder) => path === folder || path.startsWith(`${folder}/`);

function isOf(path, member) {
  const [folder, ending] = member.split('/*');
  return isBelow(path, folder) && (ending === undefined || path.endsWith(ending));
}

/** An ending counts more than a folder, and a longer folder more than a shorter one. */
const weightOf = (member) => (member.includes('/*') ? 1000 : 0) + member.length;

/** The level and member (the one with the longest name) of a project-relative path; undefined outside the levels. */
export function placeOf(path) {
  let place;
  for (const [rank, level] of LEVELS.entries()) {
    for (const member of level.members) {
      if (isOf(path, member) && weightOf(member) > weightOf(place?.member ?? ''))
        place = { rank, level: level.name, member };
    }
  }
  return place;
}

/**
 * Why one file must not import another, or undefined when it may.
 *
 * @param from path of the importing file, relative to the project's root, with forward slashes
 * @param to   path of the imported file, likewise
 * @param isTypeOnly whether only types are imported
 */
function violation(from, to, isTypeOnly = false) {
  return outerViolation(from, to) ?? levelViolation(from, to, isTypeOnly);
}

function outerViolation(from, to) {
  const importer = OUTER.find(({ folder }) => isBelow(from, folder));
  if (importer === undefined) return undefined;
  const { folder, uses } = importer;
  const isOwn = isBelow(to, folder) && OUTER.find((other) => isBelow(to, other.folder)) === importer;
  if (isOwn || !to.includes('/') || uses.some((name) => isBelow(to, name))) return undefined;
  return `${folder} must not import ${to}: it may use ${uses.join(', ')} only.`;
}

function levelViolation(from, to, isTypeOnly) {
  const importer = placeOf(from);
  const imported = placeOf(to);
  if (!importer || !imported || importer.member === imported.member) return undefined;
  if (imported.level === 'ground' && to.split('/').length > 2) {
    return `${dirname(to)} belongs to no level; give it a place in scripts/eslint/dependency-direction.mjs.`;
  }
  if (isTypeOnly && importer.level === 'adapters' && to === HANDED_DOWN) return undefined;
  if (imported.rank < importer.rank) {
    return `${importer.member} (${importer.level}) must not import ${imported.member} (${imported.level}): dependencies point down only.`;
  }
  const isAllowed = imported.rank > importer.rank || FRIENDS[importer.member]?.includes(imported.member);
  if (isAllowed) return undefined;
  return `${importer.member} must not import ${imported.member}: both are ${importer.level}, which are independent of each other.`;
}

/** @type {import('eslint').Rule.RuleModule} */
export const dependencyDirection = {
  meta: {
    type: 'problem',
    docs: { description: 'keep dependencies pointing from adapters to features to foundations' },
    schema: [],
    messages: { forbidden: '{{reason}}' },
  },
  create({ cwd, filename, report }) {
    const from = pathBelow(cwd, filename);
    return visitRelativeImports((node, isTypeOnly) => {
      const to = pathBelow(cwd, importedFile(filename, node.value).replace(/\.js$/, '.ts'));
      const reason = violation(from, to, isTypeOnly);
      if (reason !== undefined) report({ node, messageId: 'forbidden', data: { reason } });
    });
  },
};
