/** For programs that somebody starts with a Node of their own: ends with one sentence where that is too old. */
const { isAtLeast, oldestVersion } = require('./version.cjs');

const own = process.versions.node;
const oldest = oldestVersion();
if (!isAtLeast(own, oldest)) {
  process.stderr.write(
    'Loupe needs Node ' +
      oldest +
      ' or newer; this is ' +
      own +
      '. Install Node 24, or type bin/loupe-node ' +
      'instead of node: it downloads a suitable one (npm start, npm test, npm run … and npx loupe do so by themselves).\n',
  );
  process.exit(1);
}
