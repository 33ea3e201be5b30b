/** Runs when the package is installed: nothing where a prebuilt engine loads, otherwise it compiles one. */
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { dirname, join } = require('node:path');

const system = `${process.platform}-${process.arch}`;
const prebuilt = join(__dirname, 'prebuilds', system, 'loupe.node');

function loads(file) {
  if (!existsSync(file)) return false;
  try {
    require(file);
    return true;
  } catch (error) {
    console.warn(`The prebuilt engine of ${system} does not load here: ${error.message}`);
    return false;
  }
}

if (!loads(prebuilt)) {
  // The headers of the Node that runs, where it has them; node-gyp fetches them otherwise.
  const prefix = dirname(dirname(process.execPath));
  const headers = existsSync(join(prefix, 'include/node/common.gypi')) ? [`--nodedir=${prefix}`] : [];
  // npm puts its own node-gyp on the path of install scripts.
  const { status } = spawnSync('node-gyp', ['rebuild', ...headers], { cwd: __dirname, stdio: 'inherit' });
  if (status !== 0) {
    console.error(
      `There is no prebuilt engine for ${system}, and compiling one failed. It takes a C++17 compiler, make, Python 3 and ` +
        'the headers of OpenCV 4 and libjpeg. On Debian: apt-get install g++ make python3 libopencv-dev libjpeg-dev',
    );
    process.exit(1);
  }
}
