/** dist/guide: the documentation as a site. Built anew when one of its pages changed. */
import { join } from 'node:path';
import { distDir, inRoot, rootDir } from './paths.mjs';
import { runStep } from './run.mjs';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from './stamps.mjs';

export const guideDir = join(distDir, 'guide');
const stampFile = join(guideDir, '.stamp');

function currentStamp() {
  return contentHash(rootDir, [
    ...listFiles([inRoot('docs')]),
    inRoot('scripts/build-guide.mjs'),
    inRoot('package-lock.json'),
  ]);
}

/** Whether dist/guide belongs to the present pages. */
export function isGuideCurrent() {
  return readStamp(stampFile) === currentStamp();
}

export async function buildGuide(progress) {
  const stamp = currentStamp();
  clearStamp(stampFile);
  await runStep(progress, {
    title: 'Building the guide',
    command: process.execPath,
    args: [inRoot('scripts/build-guide.mjs')],
    log: 'guide.log',
  });
  writeStamp(stampFile, stamp);
}
