/**
 * Prints the path of the pinned Node where this one is too old, and nothing where this one is good; brings the
 * pinned one first when it is not there yet. For bin/loupe-node. Ends with 1 and one sentence when there is none.
 */
const { isAtLeast, oldestVersion, OLDEST_LAUNCHER_MAJOR } = require('./version.cjs');

const own = process.versions.node;
const oldest = oldestVersion();

function providePinned() {
  const need = 'Loupe needs Node ' + oldest + ' or newer, and this is ' + own;
  if (Number(own.split('.')[0]) < OLDEST_LAUNCHER_MAJOR) {
    throw new Error(need + ', too old even to bring one: install Node 24, then repeat the command.');
  }
  const { bringNode, defaultMajor } = require('./bring.cjs');
  try {
    return bringNode(defaultMajor(), (version, folder) => {
      process.stderr.write(need + ': bringing Node ' + version + ' into ' + folder + ', once.\n');
    });
  } catch (error) {
    if (error.isExplained !== true) throw error;
    const advice = error.advice === undefined ? '' : error.advice + ', or ';
    const remedy = advice + 'install Node ' + oldest + ' or newer, then repeat the command.';
    throw new Error(need + '; ' + error.message + ': ' + remedy, { cause: error });
  }
}

if (!isAtLeast(own, oldest)) {
  try {
    process.stdout.write(providePinned());
  } catch (error) {
    process.stderr.write(error.message + '\n');
    process.exitCode = 1;
  }
}
