/** What an import is to do, step by step, always the same for the same archive: so that it can go on where it stood. */
import { archiveKindOf } from './archive-kind.js';
import type { ImportStep } from './import-steps.js';
import { stepsOfTar } from './tar-plan.js';
import { stepsOfZip } from './zip-plan.js';

/**
 * The steps of a ZIP or TAR in order. The file of a step can be read until the next step is asked for.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_MANIFEST, PAYLOAD_TOO_LARGE
 */
export async function* stepsOfArchive(path: string): AsyncGenerator<ImportStep> {
  const kind = await archiveKindOf(path);
  if (kind === 'zip') yield* stepsOfZip(path);
  else yield* stepsOfTar(path, kind === 'tar.gz');
}
