/** What of npm packages a server needs: neither what they were made from nor what is for other systems. */

/** Source maps, declarations, sources and guides; Node runs no TypeScript below node_modules. */
const NOT_RUN = /\.(map|[cm]?ts|tsx|md|markdown|c|cc|cpp|h|hpp)$/i;
const LICENSES = /licen[cs]e|notice|copying|copyright|authors|patents/i;

/** Compiled files that a package brings for every system: in a folder or by name. */
const BUILT = /\/prebuilds\/([a-z\d]+-[a-z\d]+)(\.node$|\/|$)/;

const isMusl = () => process.report.getReport().header.glibcVersionRuntime === undefined;

/** As packages name it: linux-x64, linuxmusl-arm64. */
export const thisSystem = () => `${process.platform}${isMusl() ? 'musl' : ''}-${process.arch}`;

/**
 * @param {string} path of a file or folder of a package
 * @param {string} [system] as of `thisSystem`
 */
export function isNeededToRun(path, system = thisSystem()) {
  const built = BUILT.exec(path);
  if (built !== null && built[1] !== system) return false;
  return !NOT_RUN.test(path) || LICENSES.test(path.slice(path.lastIndexOf('/') + 1));
}
