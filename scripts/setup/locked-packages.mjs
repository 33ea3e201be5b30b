/** Which of the locked npm packages a part of Loupe needs. npm's own list fails where packages for tests were left out. */

const MODULES = 'node_modules/';

/** The parts that `npm start` builds and runs: the server, the console, and what bundles. */
const STARTED = ['', 'console', 'demo', 'scripts'];

/** Optional packages that nothing here loads: tus can keep what it knows of uploads in Redis, and Loupe does not. */
const NEVER_LOADED = new Set(['@redis/client', 'ioredis']);

/** Where Node finds a package from a folder: in its own node_modules, or in one above. */
function findPackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${MODULES}`)))) {
    const path = `${folder === '' ? '' : `${folder}/`}${MODULES}${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

/** Only tests and checks ask for it, however useful another package might find it. */
const isForTests = (entry) => entry.dev === true || entry.devOptional === true;

/** Names of what a package needs. A peer that it can do without is needed where something else brings it. */
function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return names
    .filter((name) => !NEVER_LOADED.has(name))
    .map((name) => ({ name, isOptionalPeer: peerDependenciesMeta?.[name]?.optional === true }));
}

function packagesOf({ packages }, parts) {
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
  parts.filter((part) => packages[part] !== undefined).forEach(follow);
  return [...found].sort();
}

/**
 * @param {{ packages: Record<string, object> }} lock as of package-lock.json
 * @returns {string[]} folders of the packages that the server imports, and of those that they import, sorted; not of what builds it. Optional
 *   ones may not be there
 */
export const packagesToRun = (lock) => packagesOf(lock, ['']);

/**
 * @param {{ packages: Record<string, object> }} lock
 * @returns {string[]} folders of the packages that `npm start` installs: what builds and what runs Loupe
 */
export const packagesToStart = (lock) => packagesOf(lock, STARTED);

/** Those of the names that are asked for and were kept. */
function kept(packages, path, asked) {
  const entries = Object.entries(asked ?? {});
  return Object.fromEntries(entries.filter(([name]) => findPackage(packages, path, name) !== undefined));
}

/**
 * A package and its lock file from which npm installs what `npm start` needs and nothing else. npm itself downloads all that
 * some package could make use of, such as compilers.
 *
 * @param {{ packages: Record<string, object> }} lock
 * @param {Record<string, unknown>} [overrides] of package.json
 * @returns {{ manifest: object, lock: { packages: Record<string, object> } }}
 */
export function lockToStart(lock, overrides = {}) {
  const wanted = packagesToStart(lock);
  const taken = Object.fromEntries(wanted.map((path) => [path, lock.packages[path]]));
  const asked = Object.assign({}, ...STARTED.map((part) => lock.packages[part]?.dependencies));
  const dependencies = kept(taken, '', asked);
  const isForThese = ([, version]) => typeof version === 'string' && version.slice(1) in dependencies;
  const manifest = {
    name: lock.name,
    version: lock.version,
    private: true,
    dependencies,
    overrides: Object.fromEntries(Object.entries(overrides).filter(isForThese)),
  };
  const packages = { '': manifest };
  for (const [path, entry] of Object.entries(taken)) {
    const needed = {};
    for (const kind of ['optionalDependencies', 'peerDependencies']) {
      if (entry[kind] !== undefined) needed[kind] = kept(taken, path, entry[kind]);
    }
    packages[path] = { ...entry, ...needed };
  }
  return { manifest, lock: { ...lock, packages } };
}
