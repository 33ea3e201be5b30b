/** Links to what is shown to people without an account. */
import { operator } from '../../src/access/viewer.js';
import { summaryOf } from '../../src/proofs/compared-pdfs.js';
import { recordOf } from '../../src/proofs/comparison-record.js';
import { requireProofSettings } from '../../src/proofs/proof-settings.js';
import type { TestApp } from '../kit/app.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { CANARY, type Target } from './target.js';

export async function makeComparison({
  loupe,
  organization,
  administrator,
}: {
  readonly loupe: TestApp;
  readonly organization: { readonly id: string };
  readonly administrator: SeededUser;
}): Promise<Pick<Target, 'keptComparisonId' | 'comparisonLinkId' | 'approvalId'>> {
  const comparison = summaryOf({ referencePageCount: 0, queryPageCount: 0, alsoDiffers: [] }, []);
  const file = { name: CANARY, sha256: '0'.repeat(64), byteCount: 1 };
  const record = recordOf([file, file], {
    profile: null,
    settings: requireProofSettings({}),
    user: CANARY,
    date: new Date(),
  });
  const content = { record, comparison, pages: [], decisions: [], signature: null };
  const { keptComparisons, comparisonApprovals } = loupe.app.services;
  const keptComparisonId = await keptComparisons.keep(organization.id, { content, pictures: [] });
  const viewer = await administrator.viewer();
  const { id: approvalId } = await comparisonApprovals.approve(viewer, keptComparisonId, CANARY);
  const comparisonLinkId = await makeComparisonLink({ loupe }, keptComparisonId);
  return { keptComparisonId, comparisonLinkId, approvalId };
}

export async function makeComparisonLink(
  { loupe }: { readonly loupe: TestApp },
  keptId: string,
): Promise<string> {
  return (await loupe.app.services.comparisonLinks.create(operator, keptId, [])).id;
}

export const makePreviewLink = async (
  { loupe }: { readonly loupe: TestApp },
  documentId: string,
): Promise<string> => (await loupe.app.services.previewLinks.create(operator, documentId)).id;
