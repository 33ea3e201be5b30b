/** A site in a folder of dist, rebuilt by its own program when one of its sources changed. */
import { join } from 'node:path';
import { distDir, inRoot, rootDir } from './paths.mjs';
import { runStep } from './run.mjs';
import { clearStamp, contentHash, readStamp, writeStamp } from './stamps.mjs';

/**
 * @param {string} name of the folder, of its program `scripts/build-NAME.mjs` and of its log
 * @param {() => string[]} sourcesOf all files that decide what is built
 */
export function site(name, sourcesOf) {
  const folder = join(distDir, name);
  const program = inRoot(`scripts/build-${name}.mjs`);
  const stampFile = join(folder, '.stamp');
  const currentStamp = () => contentHash(rootDir, [...sourcesOf(), program, inRoot('package-lock.json')]);
  return {
    folder,
    isCurrent: () => readStamp(stampFile) === currentStamp(),
    build: async (progress) => {
      const stamp = currentStamp();
      clearStamp(stampFile);
      const title = `Building the ${name}`;
      await runStep(progress, { title, command: process.execPath, args: [program], log: `${name}.log` });
      writeStamp(stampFile, stamp);
    },
  };
}
