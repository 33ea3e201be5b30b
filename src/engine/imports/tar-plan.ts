/**
 * The steps of an import of a TAR, in the order of its files: it is read from front to back, first for its manifest and the
 * names of its files, then for the files. Lines of the manifest that cannot be followed come last.
 */
import type { ArchivedPicture } from './archived-picture.js';
import {
  isManifest,
  type ManifestEntry,
  type ManifestName,
  MAX_MANIFEST_BYTES,
  oneOf,
  tooLarge,
} from './import-manifest.js';
import { readManifest } from './manifest-reader.js';
import { byPath, comparable, faultOf, type ImportStep, refused, taken, UNNAMED } from './import-steps.js';
import { picturesOfTar } from './tar-archive.js';

/** @throws LoupeError UNSUPPORTED_MEDIA, INVALID_MANIFEST, PAYLOAD_TOO_LARGE */
export async function* stepsOfTar(path: string, isCompressed: boolean): AsyncGenerator<ImportStep> {
  const manifests = new Map<ManifestName, Buffer>();
  const paths = new Map<string, string>();
  for await (const { fileName, read } of picturesOfTar(path, isCompressed)) {
    if (isManifest(fileName)) manifests.set(fileName, await read(MAX_MANIFEST_BYTES, tooLarge(fileName)));
    else if (!paths.has(comparable(fileName))) paths.set(comparable(fileName), fileName);
  }
  const name = oneOf(manifests.keys());
  if (name === null) {
    for await (const picture of picturesOfTar(path, isCompressed)) yield byPath(picture, null);
    return;
  }
  const lines = new ManifestLines(name, await readManifest(name, manifests.get(name) ?? Buffer.of()), paths);
  for await (const picture of picturesOfTar(path, isCompressed)) {
    const step = picture.fileName === name ? null : lines.stepOf(picture);
    if (step !== null) yield step;
  }
  yield* lines.rest();
}

interface Line {
  readonly entry: ManifestEntry;
  readonly imageId: string;
}

class ManifestLines {
  /** Lines that can be followed, by the files that they name. */
  private readonly byFile = new Map<string, Line>();
  private readonly wrong: ImportStep[] = [];
  private readonly lineOfId = new Map<string, number>();
  /** Files that were met. */
  private readonly met = new Set<string>();
  /** Files whose line cannot be followed: they are in the report by it. */
  private readonly spoilt = new Set<string>();
  /** For ids that have several lines: whether the images that the id had before stay. */
  private readonly keeps = new Map<string, boolean>();
  private readonly begun = new Set<string>();

  constructor(name: ManifestName, entries: readonly ManifestEntry[], paths: ReadonlyMap<string, string>) {
    const lineOfFile = new Map<string, number>();
    for (const entry of entries) {
      const key = entry.file === null ? null : comparable(entry.file);
      const path = key === null ? undefined : paths.get(key);
      const imageId = entry.id ?? path ?? entry.file ?? '';
      const known = { isThere: path !== undefined, key, imageId, lineOfFile, lineOfId: this.lineOfId };
      const fault = entry.fault ?? faultOf(name, entry, known);
      if (key !== null && !lineOfFile.has(key)) lineOfFile.set(key, entry.line);
      if (fault !== null || key === null) {
        const step = { ...stepOf(entry, imageId, path ?? entry.file ?? name), picture: null, fault };
        this.wrong.push(step);
        if (key !== null && !this.byFile.has(key)) this.spoilt.add(key);
        continue;
      }
      if (!this.lineOfId.has(imageId)) {
        this.lineOfId.set(imageId, entry.line);
        this.keeps.set(imageId, entry.isAdditional);
      }
      this.byFile.set(key, { entry, imageId });
    }
  }

  /** What is to be done with the next file; null where a line that cannot be followed names it. */
  stepOf(picture: ArchivedPicture): ImportStep | null {
    const key = comparable(picture.fileName);
    if (this.spoilt.has(key) && !this.met.has(key)) {
      this.met.add(key);
      return null;
    }
    const line = this.byFile.get(key);
    if (line !== undefined && !this.met.has(key)) {
      this.met.add(key);
      return { ...stepOf(line.entry, line.imageId, picture.fileName), ...this.order(line), picture };
    }
    const isTaken = this.met.has(key) || this.lineOfId.has(picture.fileName);
    return isTaken ? refused(picture, taken(picture.fileName)) : byPath(picture, UNNAMED);
  }

  rest(): readonly ImportStep[] {
    return this.wrong;
  }

  /** The first image of an id that comes replaces what the id had, as the first of its lines says. */
  private order({ imageId }: Line): Pick<ImportStep, 'isAdditional'> {
    const isFirst = !this.begun.has(imageId);
    this.begun.add(imageId);
    return { isAdditional: isFirst ? this.keeps.get(imageId) === true : true };
  }
}

function stepOf(entry: ManifestEntry, imageId: string, fileName: string): ImportStep {
  return {
    fileName,
    imageId,
    keywords: entry.keywords,
    metadata: entry.metadata,
    isActive: entry.isActive,
    isAdditional: entry.isAdditional,
    manifestLine: entry.line,
    picture: null,
    fault: null,
    note: null,
  };
}
