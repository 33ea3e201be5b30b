/** Node's own header files, which addons compile against. */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder to give to node-gyp as --nodedir: the prefix of this Node when it carries the headers of exactly
 * this version. Undefined when it does not; node-gyp then downloads them.
 */
export function headersPrefix(execPath = process.execPath, version = process.versions.node) {
  const prefix = dirname(dirname(realpathSync(execPath)));
  try {
    const text = readFileSync(join(prefix, 'include/node/node_version.h'), 'utf8');
    readFileSync(join(prefix, 'include/node/common.gypi'));
    const part = (name) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1];
    return [part('MAJOR'), part('MINOR'), part('PATCH')].join('.') === version ? prefix : undefined;
  } catch {
    return undefined;
  }
}
