/** What C++ is compiled with, wherever it is: by the build, under the sanitizers, by clang-tidy. */
import { inRoot, targetArch } from '../setup/paths.mjs';

/**
 * The language, the processor, and what keeps answers the same on every machine.
 *
 * @param {string} [march] names the processor instead of the portable default; `native` is this one
 */
export function commonFlags(march = process.env.LOUPE_MARCH ?? '', arch = targetArch()) {
  const chosen = march || (arch === 'x64' ? 'x86-64-v2' : '');
  return [
    ...['-std=c++17', '-fPIC', '-fvisibility=hidden', '-fno-omit-frame-pointer'],
    // Contracted products would give other answers on other processors.
    '-ffp-contract=off',
    ...(chosen === '' ? [] : [`-march=${chosen}`]),
  ];
}

/** What addons are compiled with beside that: the headers and version of Node-API. */
export function nodeApiFlags() {
  return [
    '-DNAPI_VERSION=8',
    '-DNODE_ADDON_API_CPP_EXCEPTIONS',
    '-DNODE_ADDON_API_DISABLE_DEPRECATED',
    '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
    ...['node-api-headers/include', 'node-addon-api'].map(
      (path) => `-isystem${inRoot('node_modules', path)}`,
    ),
  ];
}
