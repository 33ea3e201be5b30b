/** What an import of a ZIP is to do, step by step, always the same for the same ZIP: so that it can go on where it stood. */
import { LoupeError } from '../../kernel/errors.js';
import type { Metadata } from '../references/metadata.rules.js';
import {
  isManifest,
  isMisplacedManifest,
  lineFault,
  type ManifestEntry,
  type ManifestName,
  MAX_MANIFEST_BYTES,
  readManifest,
} from './import-manifest.js';
import { type ArchivedPicture, picturesOfZip, withPicturesOfZip } from './picture-archive.js';

/** A file of the ZIP that is to be added, or a line of the report that can be written at once. */
export interface ImportStep {
  /** Path in the ZIP; the manifest's own where a line names no file. */
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

const UNNAMED = 'The manifest does not name it: its path became the id.';

/**
 * The steps in order: with a manifest first its lines, then the files that it does not name in the order of the ZIP;
 * without one the files.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_MANIFEST, PAYLOAD_TOO_LARGE
 */
export async function* stepsOfZip(path: string): AsyncGenerator<ImportStep> {
  const names = new Set<ManifestName>();
  for await (const { fileName } of picturesOfZip(path)) if (isManifest(fileName)) names.add(fileName);
  const [name, other] = names;
  if (name === undefined) {
    for await (const picture of picturesOfZip(path)) yield byPath(picture, null);
    return;
  }
  if (other !== undefined) {
    throw new LoupeError('INVALID_MANIFEST', `The ZIP holds ${name} and ${other}. Leave one of them out.`);
  }
  yield* withPicturesOfZip(path, (pictures) => stepsOfManifest(name, pictures));
}

/** How a path is compared: folders by slashes, letters composed, as not every system packs or types them. */
function comparable(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\.\//, '').normalize('NFC');
}

async function* stepsOfManifest(
  name: ManifestName,
  pictures: readonly ArchivedPicture[],
): AsyncGenerator<ImportStep> {
  const manifest = pictures.find(({ fileName }) => fileName === name);
  const entries = await readManifest(
    name,
    (await manifest?.read(MAX_MANIFEST_BYTES, tooLarge(name))) ?? Buffer.of(),
  );
  const files = new Map<string, ArchivedPicture>();
  for (const picture of pictures) {
    const key = comparable(picture.fileName);
    if (!files.has(key) && picture !== manifest) files.set(key, picture);
  }
  const lineOfFile = new Map<string, number>();
  const lineOfId = new Map<string, number>();
  for (const entry of entries) {
    const key = entry.file === null ? null : comparable(entry.file);
    const picture = key === null ? undefined : files.get(key);
    const imageId = entry.id ?? picture?.fileName ?? entry.file ?? '';
    const fault = entry.fault ?? faultOf(name, entry, { picture, key, imageId, lineOfFile, lineOfId });
    if (key !== null && !lineOfFile.has(key)) lineOfFile.set(key, entry.line);
    if (fault === null && !lineOfId.has(imageId)) lineOfId.set(imageId, entry.line);
    yield {
      fileName: picture?.fileName ?? entry.file ?? name,
      imageId,
      keywords: entry.keywords,
      metadata: entry.metadata,
      isActive: entry.isActive,
      isAdditional: entry.isAdditional,
      manifestLine: entry.line,
      picture: fault === null ? (picture ?? null) : null,
      fault,
      note: null,
    };
  }
  for (const picture of pictures) {
    const key = comparable(picture.fileName);
    if (picture === manifest || (lineOfFile.has(key) && files.get(key) === picture)) continue;
    const isTaken = lineOfId.has(picture.fileName) || files.get(key) !== picture;
    yield isTaken ? refused(picture, taken(picture.fileName)) : byPath(picture, UNNAMED);
  }
}

interface Known {
  readonly picture: ArchivedPicture | undefined;
  readonly key: string | null;
  readonly imageId: string;
  readonly lineOfFile: ReadonlyMap<string, number>;
  readonly lineOfId: ReadonlyMap<string, number>;
}

function faultOf(name: ManifestName, { line, isAdditional }: ManifestEntry, known: Known): LoupeError | null {
  const { picture, key, imageId, lineOfFile, lineOfId } = known;
  const earlier = lineOfFile.get(key ?? '');
  if (earlier !== undefined) return lineFault(name, line, `the file is named at ${earlier} already.`);
  if (picture === undefined) {
    const message = 'the ZIP does not hold this file. Write its path as it is in the ZIP.';
    return lineFault(name, line, message, 'MANIFEST_FILE_MISSING');
  }
  const given = lineOfId.get(imageId);
  if (given === undefined || isAdditional) return null;
  const message = `the id is given at ${given} already. Give another one, or set “additional” to true for one more image of it.`;
  return lineFault(name, line, message, 'DUPLICATE_IMAGE_ID');
}

function byPath(picture: ArchivedPicture, note: string | null): ImportStep {
  const { fileName } = picture;
  if (isMisplacedManifest(fileName)) {
    const message =
      'A manifest counts at the root of the ZIP only. Pack the files without the folder around them.';
    return refused(picture, new LoupeError('INVALID_MANIFEST', message));
  }
  return { ...plain(fileName), picture, fault: null, note };
}

function refused({ fileName }: ArchivedPicture, fault: LoupeError): ImportStep {
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

function taken(path: string): LoupeError {
  return new LoupeError(
    'DUPLICATE_IMAGE_ID',
    `Its path “${path.slice(0, 100)}” is the id of another file. Name it in the manifest and give it an id of its own.`,
  );
}

function tooLarge(name: string): string {
  return `${name} is larger than ${MAX_MANIFEST_BYTES / 1024 / 1024} MB. Split the ZIP.`;
}
