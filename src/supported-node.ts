/**
 * Imported before everything else by programs that somebody may start with a Node that is too old: ends with one
 * sentence, where the libraries would crash.
 */
import { oldestNode } from './kernel/version.js';

const own = process.versions.node;
const [ownMajor = 0, ownMinor = 0] = own.split('.').map(Number);
const [major = 0, minor = 0] = oldestNode.split('.').map(Number);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  process.stderr.write(
    `Loupe needs Node ${oldestNode} or newer; this is ${own}. Install Node 24, or use bin/loupe-node instead of node: it downloads one.\n`,
  );
  process.exit(1);
}
