/** Compares the pages of a corrected file with those of the document, by what the engine sees in them. */
import { Reference } from '../applications/reference.entity.js';
import { withVision } from '../applications/vision-failures.js';
import type { EntityManager } from '../db/database.js';
import { isRecognized } from '../vision/decision.js';
import type { Vision } from '../vision/vision.js';
import { type AssignedPage, assignPages, type Likeness } from './page-assignment.js';
import type { JudgedPicture, PageSignatures } from './page-signatures.js';
import type { PageSource } from './page-source.js';
import type { TargetService } from './target.service.js';

/** Comparisons that wait for the engine at the same time: other searches go in between. */
const AT_ONCE = 8;

export interface MatchedPages {
  readonly pages: readonly AssignedPage[];
  /** Of the new pages. */
  readonly judged: readonly JudgedPicture[];
}

export class PageMatcher {
  constructor(
    private readonly vision: Pick<Vision, 'match'>,
    private readonly signatures: PageSignatures,
    private readonly targets: TargetService,
  ) {}

  /**
   * @param pageIds of the document's pages, in order
   * @param signal  ends the work between two pages
   * @throws LoupeError INVALID_IMAGE and its kin, OVERLOADED
   */
  async match(
    em: EntityManager,
    organizationId: string,
    pageIds: readonly string[],
    source: PageSource,
    signal: AbortSignal,
  ): Promise<MatchedPages> {
    const judged: JudgedPicture[] = [];
    for (let at = 0; at < source.pageCount; at += 1) {
      signal.throwIfAborted();
      const { bytes, sha256 } = await source.page(at);
      judged.push(
        sha256 === null ? await this.signatures.of(bytes) : await this.signatures.peek(bytes, sha256),
      );
    }
    const before = await this.signaturesOf(em, organizationId, pageIds);
    const likeness = await this.compare(
      judged.map(({ signature }) => signature?.dna ?? null),
      before,
      signal,
    );
    const pages = assignPages(judged.length, pageIds.length, (i, j) => likeness.get(keyOf(i, j)) ?? null);
    return { pages, judged };
  }

  private async signaturesOf(
    em: EntityManager,
    organizationId: string,
    pageIds: readonly string[],
  ): Promise<readonly (Buffer | null)[]> {
    const applicationId = await this.targets.applicationOf(em, organizationId);
    const rows = await em.find(
      Reference,
      { applicationId, externalId: { $in: [...pageIds] } },
      { fields: ['externalId', 'dna'], disableIdentityMap: true },
    );
    const byId = new Map(rows.map(({ externalId, dna }) => [externalId, dna]));
    return pageIds.map((id) => {
      const dna = byId.get(id);
      return dna == null ? null : Buffer.from(dna);
    });
  }

  /** Pages that are clones of what stands at their place are compared with nothing else. */
  private async compare(
    after: readonly (Buffer | null)[],
    before: readonly (Buffer | null)[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Likeness>> {
    const likeness = new Map<string, Likeness>();
    const look = async (pairs: readonly (readonly [number, number])[]) => {
      for (let at = 0; at < pairs.length; at += AT_ONCE) {
        signal.throwIfAborted();
        await Promise.all(
          pairs.slice(at, at + AT_ONCE).map(async ([i, j]) => {
            const [query, reference] = [after[i], before[j]];
            if (query == null || reference == null) return;
            const match = await withVision(() => this.vision.match(query, reference));
            if (!isRecognized(match)) return;
            likeness.set(keyOf(i, j), { distance: match.distance, isClone: match.decision === 'Clone' });
          }),
        );
      }
    };
    const inPlace = after.slice(0, before.length).map((_dna, at) => [at, at] as const);
    await look(inPlace);
    const isSettled = (at: number) => likeness.get(keyOf(at, at))?.isClone === true;
    const open = <T>(all: readonly T[]) => all.map((_each, at) => at).filter((at) => !isSettled(at));
    const olds = open(before);
    await look(open(after).flatMap((i) => olds.filter((j) => i !== j).map((j) => [i, j] as const)));
    return likeness;
  }
}

const keyOf = (newAt: number, oldAt: number) => `${newAt} ${oldAt}`;
