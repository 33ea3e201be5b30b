/** The links of the organization to comparisons: read, and ended. */
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { useViewer } from '../../api/session';
import type { Link } from '../../parts/LinkList';
import { useTell } from '../../parts/tell';
import { comparisonLinks, revokeComparisonLink } from './share-comparisons';

interface ComparisonLinks {
  readonly links: readonly Link[];
  readonly readAgain: () => void;
  /** @returns what went wrong; null where the link ended */
  readonly revoke: (id: string) => Promise<Problem | null>;
}

export function useLinks(): ComparisonLinks {
  const { t } = useTranslation(['compare', 'links']);
  const { organization } = useViewer();
  const { tellDone } = useTell();
  const end = useChange(revokeComparisonLink);
  const [{ data }, read] = useQueryData({
    query: comparisonLinks,
    variables: { organizationId: organization.id },
    requestPolicy: 'cache-and-network',
  });
  const readAgain = () => read({ requestPolicy: 'network-only' });
  const links = (data?.organization?.comparisonLinks ?? []).map(
    ({ id, referenceName, queryName, user, expiresAt }) => ({
      id,
      about: t('share.about', { first: referenceName, second: queryName }),
      user,
      expiresAt,
    }),
  );
  const revoke = async (id: string) => {
    const outcome = await end({ id });
    if (outcome.isDone) tellDone(t('links:revoked'));
    readAgain();
    return outcome.isDone ? null : outcome.problem;
  };
  return { links, readAgain, revoke };
}
