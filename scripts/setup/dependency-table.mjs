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

/**
 * The packages that a package.json asks for. An alias (`npm:name@version`) has another name in the registry.
 *
 * @returns {{ name: string, registryName: string, version: string }[]}
 */
export function wantedPackages({ dependencies, devDependencies }) {
  return Object.entries({ ...dependencies, ...devDependencies }).map(([name, wanted]) => {
    const [, registryName = name, version = wanted] = /^npm:(.+)@([^@]+)$/.exec(wanted) ?? [];
    return { name, registryName, version };
  });
}
