/** Links to what is shown to people without an account. */
import { operator } from '../../src/access/viewer.js';
import { summaryOf } from '../../src/proofs/compared-pdfs.js';
import type { TestApp } from '../kit/app.js';
import { CANARY, type Target } from './target.js';

export async function makeComparison({
  loupe,
  organization,
}: {
  readonly loupe: TestApp;
  readonly organization: { readonly id: string };
}): Promise<Pick<Target, 'keptComparisonId' | 'comparisonLinkId'>> {
  const comparison = summaryOf(0, 0, []);
  const content = {
    names: [CANARY, CANARY],
    date: new Date(),
    leftOutCount: 0,
    comparison,
    pages: [],
  } as const;
  const { keptComparisons } = loupe.app.services;
  const keptComparisonId = await keptComparisons.keep(organization.id, { content, pictures: [] });
  return { keptComparisonId, comparisonLinkId: await makeComparisonLink({ loupe }, keptComparisonId) };
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
