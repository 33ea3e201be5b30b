/** Links to what is shown to people without an account. */
import { operator } from '../../src/access/viewer.js';
import { summaryOf } from '../../src/proofs/compared-pdfs.js';
import { recordOf } from '../../src/proofs/comparison-record.js';
import { requireProofSettings } from '../../src/proofs/proof-settings.js';
import { idOfLink, WatchedLink } from '../../src/documents/links/watched-link.entity.js';
import { Action } from '../../src/content/actions/action.entity.js';
import type { TestApp } from '../kit/app.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { canary, type Target } from './target.js';

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
  const file = { name: canary(), sha256: '0'.repeat(64), byteCount: 1 };
  const record = recordOf([file, file], {
    profile: null,
    settings: requireProofSettings({}),
    user: canary(),
    date: new Date(),
  });
  const content = { record, comparison, pages: [], decisions: [], signature: null };
  const { keptComparisons, comparisonApprovals } = loupe.app.services;
  const keptComparisonId = await keptComparisons.keep(organization.id, { content, pictures: [] });
  const viewer = await administrator.viewer();
  const { id: approvalId } = await comparisonApprovals.approve(viewer, keptComparisonId, canary());
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

/** An item of the inbox: the address of an action does not answer any more. */
export async function makeInboxItem(
  { loupe }: { readonly loupe: TestApp },
  organizationId: string,
  actionId: string,
): Promise<string> {
  const { database, inbox } = loupe.app.services;
  const { content, nodeId } = await database.reader().findOneOrFail(Action, { id: actionId });
  const { Url: url } = JSON.parse(content) as { readonly Url: string };
  const id = idOfLink(organizationId, url);
  const now = new Date();
  const failed = { failures: 3, dateFailed: now, nextCheck: new Date(now.getTime() + 1e9) };
  await database.transaction(({ em }) =>
    em.upsert(WatchedLink, { id, organizationId, url, nodeId, ...failed }),
  );
  const items = await inbox.of(operator, organizationId);
  return items.find(({ kind }) => kind === 'LinkSilent')?.id ?? '';
}
