/** Steps of an import: what is to be done with each file, or what is wrong with it. */
import { LoupeError } from '../../kernel/errors.js';
import type { Metadata } from '../references/metadata.rules.js';
import type { ArchivedPicture } from './archived-picture.js';
import { isMisplacedManifest, lineFault, type ManifestEntry, type ManifestName } from './import-manifest.js';

/** A file of the archive that is to be added, or a line of the report that can be written at once. */
export interface ImportStep {
  /** Path in the archive; the manifest's own where a line names no file. */
  readonly fileName: string;
  /** Id of the reference. */
  readonly imageId: string;
  readonly keywords: readonly string[];
  readonly metadata: Metadata | undefined;
  readonly isActive: boolean | undefined;
  readonly isAdditional: boolean;
  /** Line or entry of the manifest; null for what it does not name. */
  readonly manifestLine: number | null;
  /** null where nothing can be added; `fault` says why. The file can be read until the next step is asked for. */
  readonly picture: ArchivedPicture | null;
  readonly fault: LoupeError | null;
  /** What to know about a file that is added all the same. */
  readonly note: string | null;
}

export const UNNAMED = 'The manifest does not name it: its path became the id.';

/** How a path is compared: folders by slashes, letters composed, as not every system packs or types them. */
export function comparable(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '').normalize('NFC');
}

export interface Known {
  /** Whether the archive holds the file. */
  readonly isThere: boolean;
  readonly key: string | null;
  readonly imageId: string;
  readonly lineOfFile: ReadonlyMap<string, number>;
  readonly lineOfId: ReadonlyMap<string, number>;
}

/** What is wrong with a line among the others; null for nothing. */
export function faultOf(
  name: ManifestName,
  { line, isAdditional }: ManifestEntry,
  known: Known,
): LoupeError | null {
  const { isThere, key, imageId, lineOfFile, lineOfId } = known;
  const earlier = lineOfFile.get(key ?? '');
  if (earlier !== undefined) return lineFault(name, line, `the file is named at ${earlier} already.`);
  if (!isThere) {
    const message = 'the archive does not hold this file. Write its path as it is there.';
    return lineFault(name, line, message, 'MANIFEST_FILE_MISSING');
  }
  const given = lineOfId.get(imageId);
  if (given === undefined || isAdditional) return null;
  const message = `the id is given at ${given} already. Give another one, or set “additional” to true for one more image of it.`;
  return lineFault(name, line, message, 'DUPLICATE_IMAGE_ID');
}

/** The step of a file that no manifest names. */
export function byPath(picture: ArchivedPicture, note: string | null): ImportStep {
  const { fileName } = picture;
  if (isMisplacedManifest(fileName)) {
    const message =
      'A manifest must lie at the root of the archive. Pack the files without the folder around them.';
    return refused(picture, new LoupeError('INVALID_MANIFEST', message));
  }
  return { ...plain(fileName), picture, fault: null, note };
}

/** The step of a file that is not added. */
export function refused({ fileName }: ArchivedPicture, fault: LoupeError): ImportStep {
  return { ...plain(fileName), picture: null, fault, note: null };
}

const plain = (fileName: string) =>
  ({
    fileName,
    imageId: fileName,
    keywords: [],
    metadata: undefined,
    isActive: undefined,
    isAdditional: false,
    manifestLine: null,
  }) as const;

/** What is wrong with a file whose path is the id of another one. */
export function taken(path: string): LoupeError {
  return new LoupeError(
    'DUPLICATE_IMAGE_ID',
    `Its path “${path.slice(0, 100)}” is the id of another file. Name it in the manifest and give it an id of its own.`,
  );
}
