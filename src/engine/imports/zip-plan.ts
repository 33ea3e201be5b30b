/** The steps of an import of a ZIP. */
import type { ArchivedPicture } from './archived-picture.js';
import { isManifest, type ManifestName, MAX_MANIFEST_BYTES, oneOf, tooLarge } from './import-manifest.js';
import { readManifest } from './manifest-reader.js';
import { byPath, comparable, faultOf, type ImportStep, refused, taken, UNNAMED } from './import-steps.js';
import { picturesOfZip, withPicturesOfZip } from './zip-archive.js';

/**
 * The steps in order: with a manifest first its lines, then the files that it does not name in the order of the ZIP;
 * without one the files.
 *
 * @throws LoupeError UNSUPPORTED_MEDIA, INVALID_MANIFEST, PAYLOAD_TOO_LARGE
 */
export async function* stepsOfZip(path: string): AsyncGenerator<ImportStep> {
  const names = new Set<ManifestName>();
  for await (const { fileName } of picturesOfZip(path)) if (isManifest(fileName)) names.add(fileName);
  const name = oneOf(names);
  if (name === null) {
    for await (const picture of picturesOfZip(path)) yield byPath(picture, null);
    return;
  }
  yield* withPicturesOfZip(path, (pictures) => stepsOfManifest(name, pictures));
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
    const fault =
      entry.fault ??
      faultOf(name, entry, { isThere: picture !== undefined, key, imageId, lineOfFile, lineOfId });
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
