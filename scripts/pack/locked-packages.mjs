/** Which of the locked npm packages a server needs. npm's own list fails where packages for tests were left out. */

const MODULES = 'node_modules/';

/** Where Node finds a package from a folder: in its own node_modules, or in one above. */
function findPackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${MODULES}`)))) {
    const path = `${folder === '' ? '' : `${folder}/`}${MODULES}${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

const isForTests = (entry) => entry.dev === true || entry.devOptional === true;

/** Names of what a package needs. A peer that it can do without is needed where something else brings it. */
function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names.map((name) => ({ name, isOptionalPeer: peerDependenciesMeta?.[name]?.optional === true }));
}

/**
 * @param {{ packages: Record<string, object> }} lock as of package-lock.json
 * @returns {string[]} folders of the packages that the server imports, and of those that they import, sorted; not of what builds it. Optional
 *   ones may not be there
 */
export function packagesToRun({ packages }) {
  const found = new Set();
  const follow = (from) => {
    for (const { name, isOptionalPeer } of needsOf(packages[from])) {
      const path = findPackage(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      if (packages[path].link === true || (isOptionalPeer && isForTests(packages[path]))) continue;
      found.add(path);
      follow(path);
    }
  };
  follow('');
  return [...found].sort();
}
