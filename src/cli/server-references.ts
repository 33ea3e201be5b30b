/** The references of an application, as a server answers them. */
import type { MetadataFilter } from '../engine/references/metadata-filter.js';
import type { Metadata } from '../engine/references/metadata.rules.js';
import { LoupeError } from '../kernel/errors.js';
import type { EngineServer } from './engine-server.js';

export interface ReferenceFacts {
  readonly id: string;
  readonly keywords: readonly string[];
  readonly metadata: Metadata | null;
  readonly keypointCount: number;
  /** 0 to 5; null when it was given as a DNA. */
  readonly grade: number | null;
  readonly gradeReason: string | null;
  readonly isActive: boolean;
  readonly recognitionCount: number;
  /** ISO 8601; null when never. */
  readonly dateRecognized: string | null;
  readonly thumbnailUrl: string | null;
  /** ISO 8601, as dateModified. */
  readonly dateCreated: string;
  readonly dateModified: string;
}

/** Which references are wanted. */
export interface WantedReferences {
  readonly keywords?: readonly string[] | undefined;
  readonly anyKeywords?: readonly string[] | undefined;
  readonly noKeywords?: readonly string[] | undefined;
  readonly metadata?: MetadataFilter | undefined;
  readonly idPrefix?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** Most of them. */
  readonly limit: number;
}

interface Page {
  readonly items: readonly ReferenceFacts[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

interface Deletion {
  readonly removed: readonly string[];
  readonly unknown: readonly string[];
}

const PAGE = 1000;
/** What a server deletes or switches in one call. */
const CHANGED_AT_ONCE = 10_000;

/** @throws LoupeError UNKNOWN_IMAGE_ID */
export async function readReference(server: EngineServer, id: string): Promise<ReferenceFacts> {
  try {
    return (await server.get(`references/${encodeURIComponent(id)}`)) as ReferenceFacts;
  } catch (error) {
    if (!(error instanceof LoupeError) || error.code !== 'UNKNOWN_IMAGE_ID') throw error;
    throw new LoupeError(
      error.code,
      `No reference has the id "${id}". \`loupe list\` shows those that exist.`,
    );
  }
}

/** References in order of their addition, page after page. */
export async function* referencesOf(
  server: EngineServer,
  { isActive, metadata, limit, ...others }: WantedReferences,
): AsyncGenerator<ReferenceFacts> {
  const parameters = { ...others, active: isActive, metadata: metadata && JSON.stringify(metadata) };
  const only = Object.entries(parameters)
    .flatMap(([name, value]) =>
      [value ?? []].flat().map((each: string | boolean) => `&${name}=${encodeURIComponent(each)}`),
    )
    .join('');
  for (let after = '', left = limit; left > 0;) {
    const first = Math.min(PAGE, left);
    const { items, pageInfo } = (await server.get(`references?first=${first}${only}${after}`)) as Page;
    yield* items;
    left = pageInfo.hasNextPage ? left - items.length : 0;
    after = `&after=${pageInfo.endCursor ?? ''}`;
  }
}

/** Switches references off or on, some thousands at a time. @returns the ids that are not there */
export async function activateReferences(
  server: EngineServer,
  ids: readonly string[],
  isActive: boolean,
): Promise<readonly string[]> {
  const absent: string[] = [];
  for (let start = 0; start < ids.length; start += CHANGED_AT_ONCE) {
    const imageIds = ids.slice(start, start + CHANGED_AT_ONCE);
    const { unknown } = (await server.sendJson('POST', 'activations', { imageIds, isActive })) as {
      readonly unknown: readonly string[];
    };
    absent.push(...unknown);
  }
  return absent;
}

/** Deletes references, some thousands at a time. */
export async function deleteReferences(server: EngineServer, ids: readonly string[]): Promise<Deletion> {
  const removed: string[] = [];
  const unknown: string[] = [];
  for (let start = 0; start < ids.length; start += CHANGED_AT_ONCE) {
    const imageIds = ids.slice(start, start + CHANGED_AT_ONCE);
    const answer = (await server.sendJson('POST', 'deletions', { imageIds })) as Deletion;
    removed.push(...answer.removed);
    unknown.push(...answer.unknown);
  }
  return { removed, unknown };
}
