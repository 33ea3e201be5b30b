/** Compares two PDFs for publishers, without keeping them; the result is kept for a while on wish. */
import { hasRoleFor, isBearer, requireIdentity } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import type { PdfComparisonService } from '../pdf-comparison.service.js';
import { type ReportFormat, reportOf } from '../report/report.js';
import { ReportCollector } from '../report/report-content.js';
import type { ProofLanguage } from '../words/proof-words.js';
import type { Clock } from '../../kernel/clock.js';
import { nameOf } from '../../audit/operation-log.js';
import { recordOf } from '../comparison-record.js';
import { type GivenProofSettings, requireProofSettings } from '../proof-settings.js';
import { withProfile } from '../profiles.js';
import type { Database } from '../../db/database.js';
import { forbidden } from '../../kernel/errors.js';
import { encodeJpeg } from '../../media/pictures/plain-jpeg.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import type { PageAllowance } from '../../documents/pages/page-allowance.js';
import type { PdfTurns } from '../../documents/pages/pdf-turns.js';
import type { KeptComparisons } from './kept-comparisons.js';
import type { ProfileService } from './profile.service.js';
import type { Proof, ProofPage } from './proof.js';

/** Of all pages together: what an answer may hold. */
const MOST_PICTURE_BYTES = 24 * 1024 * 1024;
const PAGE_QUALITY = 80;

export interface ProofOptions {
  /** Name of a profile, whose settings hold where `settings` say nothing else. */
  readonly profile?: string | null;
  readonly settings?: GivenProofSettings;
  readonly report?: ReportFormat | null;
  readonly language?: ProofLanguage;
  /** Whether the result is kept for reports and links. */
  readonly keeps?: boolean;
  readonly signal: AbortSignal;
}

export interface DrawnPdfPage {
  /** JPEG. */
  readonly picture: Buffer;
  /** Of the file. */
  readonly pageCount: number;
}

export interface ProofServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly comparisons: PdfComparisonService;
  readonly turns: PdfTurns;
  readonly allowance: PageAllowance;
  readonly kept: Pick<KeptComparisons, 'keep'>;
  readonly profiles: Pick<ProfileService, 'settingsOf'>;
}

export class ProofService {
  constructor(private readonly parts: ProofServiceParts) {}

  /**
   * Pages count for those of the day; PDFs of an organization are compared one after the other.
   *
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, INVALID_IMAGE, UNSUPPORTED_MEDIA, PAYLOAD_TOO_LARGE,
   *   OVERLOADED, RATE_LIMITED
   */
  async compare(
    viewer: Viewer,
    reference: UploadedFile,
    query: UploadedFile,
    { profile = null, settings = {}, report, language, keeps = false, signal }: ProofOptions,
  ): Promise<Proof> {
    const organizationId = requireComparer(viewer);
    const { clock, comparisons, turns, kept, profiles } = this.parts;
    const asked =
      profile === null ? settings : withProfile(profile, settings, await profiles.settingsOf(organizationId));
    const names = [
      reference.originalName ?? 'The first file',
      query.originalName ?? 'The second file',
    ] as const;
    const files = [await reference.bytes(), await query.bytes()] as const;
    const endTurn = await turns.take(organizationId, signal);
    const pages: ProofPage[] = [];
    const collector = new ReportCollector();
    let size = 0;
    try {
      const comparison = await comparisons.compare(...files, {
        settings: asked,
        names,
        signal,
        onOpen: (pageCount) => this.countPages(organizationId, pageCount),
        onPage: async (page, pictures) => {
          if (report != null || keeps) await collector.add(page, pictures);
          const { rasters, thumbnails } = pictures;
          const drawn =
            rasters === null || size >= MOST_PICTURE_BYTES
              ? null
              : {
                  reference: await encodeJpeg(rasters.reference, PAGE_QUALITY),
                  query: await encodeJpeg(rasters.query, PAGE_QUALITY),
                };
          size += (drawn?.reference.length ?? 0) + (drawn?.query.length ?? 0);
          pages.push({ page, thumbnails, pictures: drawn });
        },
      });
      const record = recordOf(
        [
          { name: names[0], sha256: reference.sha256, byteCount: reference.sizeBytes },
          { name: names[1], sha256: query.sha256, byteCount: query.sizeBytes },
        ],
        { profile, settings: requireProofSettings(asked), user: nameOf(viewer), date: clock.now() },
      );
      const content = collector.finish({ record, comparison });
      const pictures = pages.map((page) => page.pictures);
      return {
        keptId: keeps ? await kept.keep(organizationId, { content, pictures }) : null,
        record,
        decisions: [],
        signature: null,
        comparison,
        pages,
        report: report == null ? null : await reportOf(content, report, language),
      };
    } finally {
      endTurn();
    }
  }

  /**
   * A page of a PDF that is to be compared, to draw on it what is not. It counts for the pages of the day.
   *
   * @param page from 1
   * @throws LoupeError as `compare`
   */
  async drawPage(
    viewer: Viewer,
    file: UploadedFile,
    page: number,
    signal: AbortSignal,
  ): Promise<DrawnPdfPage> {
    const organizationId = requireComparer(viewer);
    const bytes = await file.bytes();
    const endTurn = await this.parts.turns.take(organizationId, signal);
    try {
      const { raster, pageCount } = await this.parts.comparisons.drawPage(bytes, page, {
        name: file.originalName ?? 'The file',
        signal,
        onOpen: () => this.countPages(organizationId, 1),
      });
      return { picture: await encodeJpeg(raster, PAGE_QUALITY), pageCount };
    } finally {
      endTurn();
    }
  }

  private async countPages(organizationId: string, pageCount: number): Promise<void> {
    const { allowance, database } = this.parts;
    await allowance.require(organizationId, pageCount);
    await database.transaction(({ em }) => allowance.count(em, organizationId, pageCount));
  }
}

/** @returns the organization of who compares @throws LoupeError UNAUTHENTICATED, FORBIDDEN */
function requireComparer(viewer: Viewer): string {
  requireIdentity(viewer);
  if (!isBearer(viewer) || !hasRoleFor(viewer, 'content:read')) throw forbidden('compare PDFs');
  return viewer.organizationId;
}
