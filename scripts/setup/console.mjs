/** dist/console: the web application, bundled. Built anew when one of its sources changed. */
import { join } from 'node:path';
import { distDir, inRoot, rootDir, schemaFile } from './paths.mjs';
import { runStep } from './run.mjs';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';

export const consoleDir = join(distDir, 'console');
const stampFile = join(consoleDir, '.stamp');

function currentStamp() {
  const sources = listFiles([inRoot('console')], (path) => path.endsWith('/generated'));
  return contentHash(rootDir, [
    ...sources,
    inRoot('scripts/build-console.mjs'),
    inRoot('package-lock.json'),
    schemaFile,
  ]);
}

/** Whether dist/console belongs to the present sources. */
export function isConsoleCurrent() {
  return readStamp(stampFile) === currentStamp();
}

export async function buildConsole(progress) {
  const stamp = currentStamp();
  clearStamp(stampFile);
  await runStep(progress, {
    title: 'Building the console',
    command: process.execPath,
    args: [inRoot('scripts/build-console.mjs')],
    log: 'console.log',
  });
  writeStamp(stampFile, stamp);
}
