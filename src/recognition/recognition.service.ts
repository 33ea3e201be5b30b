/**
 * Recognition with enrichment: a reader's photo goes in, the title and the actions of the page or zone come out. What
 * an ApiKey recognizes is the content of its organization and of every organization below.
 */
import type { ReaderThrottle } from '../access/reader-throttle.js';
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { isDiskFull } from '../kernel/outages.js';
import { notFound } from '../kernel/errors.js';
import type { UploadedFile } from '../media/uploads/received-file.js';
import { shown } from '../tree/guarded-nodes.js';
import type { OrganizationLimits } from '../credits/limits/organization-limits.js';
import type { NodeStore } from '../tree/node.store.js';
import type { EnrichedElement, CachedEnrichments } from './cached-enrichments.js';
import type { MatchWriter, RecordedScan } from './match-writer.js';
import { requireReader, requireScan } from '../access/access.js';
import { pictureAnswer } from './enriched-element.js';
import { allRuled } from './reader-choice.js';
import type { ScanSearch } from './scan-search.js';
import { givenSession, sessionOf } from '../access/session.rules.js';
import type { EnrichedImageView } from './views.js';
import type { ScanDevice } from '../readers/record-device.js';

export interface ScanRequest {
  /** As the reader's device says it; see `languagesBySuitability`. */
  readonly languageCode: string | null;
  readonly device: ScanDevice;
  /** Ends the search when the caller has left. */
  readonly signal?: AbortSignal;
}

interface Recognized extends EnrichedElement {
  /** 0..1, 1 is best. */
  readonly score: number;
  readonly outline: EnrichedImageView['outline'];
}

export class RecognitionService {
  constructor(
    private readonly database: Database,
    private readonly nodes: NodeStore,
    private readonly search: ScanSearch,
    private readonly enrichments: CachedEnrichments,
    private readonly matches: MatchWriter,
    private readonly throttle: ReaderThrottle,
    private readonly limits: Pick<OrganizationLimits, 'admitScan'>,
    /** Called for scans that were answered but could not be recorded. */
    private readonly onUnrecorded: (error: unknown) => void,
  ) {}

  /**
   * Recognizes a photo and records the match. The caller discards the file. A page or zone that offers an action
   * goes before a picture of picture mode.
   *
   * @returns null when nothing is recognized, or no more than pages without any action
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, UNSUPPORTED_MEDIA, INVALID_IMAGE,
   *   PAYLOAD_TOO_LARGE, OVERLOADED, RATE_LIMITED (publishable keys), LIMIT_REACHED
   */
  async scan(viewer: Viewer, photo: UploadedFile, request: ScanRequest): Promise<EnrichedImageView | null> {
    requireReader(viewer);
    await this.throttle.admit(viewer, request.device.host);
    await this.limits.admitScan(viewer.organizationId);
    const sessionId = sessionOf(request.device.sessionId);
    const bytes = await photo.bytes();
    const reader = () => this.database.reader();
    const { organizationPath } = viewer;
    const stream = givenSession(request.device.sessionId);
    const { signal } = request;
    const { targets, pictures } = await this.search.find(reader, bytes, organizationPath, { stream, signal });
    let first: Recognized | null = null;
    for (const target of targets) {
      const shown = await this.enrichments.at(target.path, request.languageCode);
      if (shown === null) continue;
      const recognized = { ...shown, score: 1 - target.distance, outline: target.outline };
      first ??= recognized;
      // A page may be printed twice; the copy that has something to show is the one that the reader is after.
      if (shown.enrichment.actions.length > 0)
        return this.answer(recognized, 'Image', sessionId, request.device);
    }
    if (first !== null) await this.answer(first, 'Image', sessionId, request.device);
    for (const { pictureId, distance, outline } of pictures) {
      const picture = await pictureAnswer(reader(), pictureId);
      if (picture === null) continue;
      if (first === null) await this.countUnmatched(viewer.organizationId, 'Picture', request);
      return { ...picture, sessionId, score: 1 - distance, outline };
    }
    if (first === null) await this.countUnmatched(viewer.organizationId, 'Unrecognized', request);
    return null;
  }

  /**
   * The enrichment of an image or zone whose id is known, for example from an earlier scan.
   *
   * @returns null when it is not active or holds no action
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND
   */
  async byId(
    viewer: Viewer,
    id: string,
    languageCode: string | null,
    device: ScanDevice,
  ): Promise<EnrichedImageView | null> {
    requireScan(viewer);
    const sessionId = sessionOf(device.sessionId);
    const em = this.database.reader();
    const node = await this.nodes.load(em, id);
    const isTarget = node?.type === 'Image' || node?.type === 'Zone';
    if (node === null || !isTarget || !node.path.startsWith(viewer.organizationPath)) {
      throw notFound(`Image ${shown(id)}`);
    }
    const enriched = await this.enrichments.at(node.path, languageCode);
    return enriched === null
      ? null
      : this.answer({ ...enriched, score: 1, outline: [] }, 'Id', sessionId, device);
  }

  private async countUnmatched(
    organizationId: string,
    outcome: RecordedScan['outcome'],
    { languageCode: language, device }: ScanRequest,
  ): Promise<void> {
    await this.record(() => this.matches.writeUnmatched({ organizationId, outcome, language, device }));
  }

  private async answer(
    { element, enrichment, score, outline }: Recognized,
    kind: 'Image' | 'Id',
    sessionId: string,
    device: ScanDevice,
  ): Promise<EnrichedImageView | null> {
    const language = enrichment.languageCode;
    const reader = { sessionId, platform: device.platform ?? null };
    const { actions, choices } = allRuled(enrichment.actions, reader);
    await this.record(() => this.matches.write({ element, kind, language, sessionId, device, choices }));
    return actions.length === 0 ? null : { ...enrichment, actions, sessionId, score, outline };
  }

  /** Readers get answers even when the disk is full; the log lists what is missing from the statistics. */
  private async record(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      this.onUnrecorded(error);
    }
  }
}
