/** The rows of docs/dependencies.md beside the dependencies of package.json. */

/** A row of five cells that begins with a package's name. */
const ROW = /^\| `([^`]+)` *\|(.*)\|(.*)\|(.*)\|(.*)\|$/;

/**
 * What the page says of each package.
 *
 * @param {string} page as Markdown
 * @returns {Map<string, { purpose: string, choice: string, heldBack: string, instead: string }>}
 */
export function readDependencyTable(page) {
  const rows = page.split('\n').flatMap((line) => {
    const match = ROW.exec(line);
    if (match === null) return [];
    const [name, purpose, choice, heldBack, instead] = match.slice(1).map((cell) => cell.trim());
    return [[name, { purpose, choice, heldBack, instead }]];
  });
  return new Map(rows);
}

/** The server's package.json, and those of what stands beside it. */
export const MANIFESTS = [
  'package.json',
  ...['console', 'packages/bench', 'packages/client', 'scripts'].map((name) => `${name}/package.json`),
];

/**
 * The packages of others that files of this kind ask for, each once. An alias (`npm:name@version`) has another name in the registry.
 *
 * @param {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }[]} manifests
 * @returns {{ name: string, registryName: string, version: string }[]}
 */
export function wantedPackages(...manifests) {
  const wanted = Object.assign({}, ...manifests.flatMap((each) => [each.dependencies, each.devDependencies]));
  const ofOthers = Object.entries(wanted).filter(([name]) => !name.startsWith('@loupe-print/'));
  return ofOthers.map(([name, asked]) => {
    const [, registryName = name, version = asked] = /^npm:(.+)@([^@]+)$/.exec(asked) ?? [];
    return { name, registryName, version };
  });
}
