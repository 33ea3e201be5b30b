/**
 * Brings a pinned Node and an npm for it from the registry, as packages, through the npm that is here. That checks what
 * it receives against the integrity in pinned.json and refuses anything else. The folder of a version appears complete
 * or not at all.
 *
 * The npm comes along because npm leaves out optional packages, such as the built files of libraries, that do not suit
 * the Node it runs with.
 */
const { spawnSync } = require('child_process');
const fs = require('fs');
const { delimiter, dirname, join, relative } = require('path');
const { identityOf } = require('./process.cjs');
const { rootDir } = require('./version.cjs');

const PINS = join(__dirname, 'pinned.json');
const NPM_PROGRAM = join('lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
const DRAFT = /^draft-(\d+)-/;

/** npm's own waits a minute before it says that there is no network. */
const PATIENCE = { npm_config_fetch_retry_mintimeout: '500', npm_config_fetch_retry_maxtimeout: '4000' };

/** A failure that half a sentence explains; `advice` is what to do about it, where something can be done. */
function explained(message, advice) {
  return Object.assign(new Error(message), { isExplained: true, advice });
}

const readPins = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const pinOf = (place, major) => readPins(place.pins).versions[major];

/** The major version that is brought where the user's Node is too old. */
const defaultMajor = () => readPins(PINS).default;

/**
 * Where things are and which machine this is; parts can be replaced.
 *
 * @param {object} [given]
 */
function surroundings(given) {
  const defaults = {
    cache: join(rootDir, '.cache', 'node'),
    pins: PINS,
    platform: process.platform,
    arch: process.arch,
    env: process.env,
  };
  return Object.assign(defaults, given);
}

const folderOf = (place, version) => join(place.cache, version + '-' + place.arch);

/**
 * The program of a pinned Node that is here already, or undefined.
 *
 * @param {string} major of the version: '22', '24' or '26'
 */
function findNode(major, given) {
  const place = surroundings(given);
  const program = join(folderOf(place, pinOf(place, major).version), 'bin', 'node');
  return fs.existsSync(program) ? program : undefined;
}

const isScript = (path) => /\.c?js$/.test(path);

function npmInPath(env) {
  const folders = (env.PATH || '').split(delimiter).filter((folder) => folder !== '');
  const found = folders.map((folder) => join(folder, 'npm')).find((path) => fs.existsSync(path));
  return found === undefined ? 'npm' : fs.realpathSync(found);
}

/**
 * How to start npm: the one that lies beside this Node, or the one that was typed, with the Node that it runs with (on
 * Debian no other one finds its parts).
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]} the program and its first arguments
 */
function npmCommand(env) {
  const beside = join(dirname(dirname(fs.realpathSync(process.execPath))), NPM_PROGRAM);
  if (fs.existsSync(beside)) return [process.execPath, beside];
  const given = env.npm_execpath;
  if (given !== undefined && isScript(given) && fs.existsSync(given)) {
    return [env.npm_node_execpath || process.execPath, given];
  }
  const npm = npmInPath(env);
  return isScript(npm) ? [process.execPath, npm] : [npm];
}

/** The folder in which a living process unpacks; ids of processes return, the moments of their start do not. */
const draftOf = (pid) => 'draft-' + (identityOf(pid) || 'nobody').replace(' ', '-');

/** Removes drafts of processes that ended before they were done. */
function removeOldDrafts(cache) {
  for (const name of fs.readdirSync(cache)) {
    const match = DRAFT.exec(name);
    if (match === null) continue;
    if (name !== draftOf(Number(match[1]))) fs.rmSync(join(cache, name), { recursive: true, force: true });
  }
}

/** A package that holds nothing but the wish for others, with their integrity in the lock file. */
function writeWish(draft, wanted) {
  const root = { name: 'loupe-node', version: '1.0.0', dependencies: {} };
  const packages = { '': root };
  for (const { name, version, integrity } of wanted) {
    root.dependencies[name] = version;
    packages['node_modules/' + name] = { version, integrity };
  }
  const lock = { name: root.name, version: root.version, lockfileVersion: 3, requires: true, packages };
  fs.writeFileSync(join(draft, 'package.json'), JSON.stringify(root));
  fs.writeFileSync(join(draft, 'package-lock.json'), JSON.stringify(lock));
  // A registry that somebody chose for this clone holds here, too.
  fs.copyFileSync(join(rootDir, '.npmrc'), join(draft, '.npmrc'));
}

const STORING = /^(EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ENOTDIR|EEXIST|EISDIR|ENOENT)$/;

const FULL = /^(ENOSPC|EDQUOT)$/;

const CERTIFICATE = /CERT|^UNABLE_TO_(GET|VERIFY)/;

const cannotStore = (what, folder, code) =>
  explained(
    what + ' cannot be stored in ' + folder + ' (' + code + ')',
    FULL.test(code) ? 'make room for about 2 GB there' : 'make that folder writable',
  );

function explainNpm(what, result, cache) {
  if (result.error) return explained(what + ' cannot be fetched, as npm cannot be started');
  const code =
    (/npm (?:error|ERR!) code (\S+)/.exec(result.stderr) || [])[1] || 'npm ended with ' + result.status;
  if (code === 'EINTEGRITY') {
    return explained(
      what + ' from the registry was refused, as it is not the one pinned here (EINTEGRITY)',
      'let npm use another registry',
    );
  }
  if (STORING.test(code)) {
    const path = (/npm (?:error|ERR!) path (.+)/.exec(result.stderr) || [])[1];
    return cannotStore(what, path || cache, code);
  }
  return explained(
    what + ' could not be fetched from the registry (' + code + ')',
    CERTIFICATE.test(code)
      ? 'name the certificate of the proxy that the network has (npm config set cafile <file>)'
      : 'check the network',
  );
}

/** Lets npm unpack what the draft wishes for. */
function fetchInto(draft, what, place) {
  const [command, ...first] = npmCommand(place.env);
  const flags = ['--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund', '--no-progress'];
  // npm refuses packages of another processor.
  if (place.arch !== process.arch) flags.push('--force');
  const result = spawnSync(command, first.concat('ci', flags, '--loglevel=error'), {
    cwd: draft,
    env: Object.assign({}, PATIENCE, place.env),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (result.status !== 0) throw explainNpm(what, result, place.cache);
}

/** Makes of the two packages what a Node is elsewhere: programs in `bin`, npm in `lib`. */
function assemble(node, npm) {
  const modules = join(node, 'lib', 'node_modules');
  fs.mkdirSync(modules, { recursive: true });
  fs.renameSync(npm, join(modules, 'npm'));
  for (const name of ['npm', 'npx']) {
    fs.symlinkSync('../lib/node_modules/npm/bin/' + name + '-cli.js', join(node, 'bin', name));
  }
}

/** Puts the complete folder in its place; another process may have been quicker. */
function putInPlace(unpacked, folder) {
  try {
    fs.renameSync(unpacked, folder);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
}

function bringInto(draft, folder, what, pin, place) {
  const name = 'node-linux-' + place.arch;
  const { npm } = readPins(place.pins);
  fs.mkdirSync(draft);
  writeWish(draft, [
    { name, version: pin.version, integrity: pin.integrity[place.arch] },
    { name: 'npm', version: npm.version, integrity: npm.integrity },
  ]);
  fetchInto(draft, what, place);
  const node = join(draft, 'node_modules', name);
  const isForHere = place.arch === process.arch;
  const { stdout } = spawnSync(join(node, 'bin', 'node'), ['--version'], { encoding: 'utf8' });
  if (isForHere && stdout !== 'v' + pin.version + '\n') {
    throw explained(what + ' from the registry does not run on this system');
  }
  assemble(node, join(draft, 'node_modules', 'npm'));
  putInPlace(node, folder);
}

/**
 * Fetches a pinned Node unless it is here. One of another processor (`arch`) is not tried.
 *
 * @param {string} major of the version: '22', '24' or '26'
 * @param {(version: string, folder: string) => void} tell called before something is fetched
 * @param {object} [given] replaces parts of the surroundings
 * @returns {string} path of the program; `include/node` and npm lie beside its folder
 * @throws Error with `isExplained` when it cannot be had; nothing is left behind then
 */
function bringNode(major, tell, given) {
  const place = surroundings(given);
  const found = findNode(major, place);
  if (found !== undefined) return found;
  const pin = pinOf(place, major);
  const what = 'Node ' + pin.version;
  if (place.platform !== 'linux' || pin.integrity[place.arch] === undefined) {
    throw explained('there is no package of ' + what + ' for ' + place.platform + ' on ' + place.arch);
  }
  const folder = folderOf(place, pin.version);
  const draft = join(place.cache, draftOf(process.pid));
  try {
    fs.mkdirSync(place.cache, { recursive: true });
    removeOldDrafts(place.cache);
    tell(pin.version, relative(rootDir, place.cache));
    bringInto(draft, folder, what, pin, place);
  } catch (error) {
    if (error.isExplained !== true && STORING.test(error.code))
      throw cannotStore(what, place.cache, error.code);
    throw error;
  } finally {
    if (fs.existsSync(draft)) fs.rmSync(draft, { recursive: true, force: true });
  }
  return join(folder, 'bin', 'node');
}

module.exports = { bringNode, defaultMajor, npmCommand, PATIENCE };
