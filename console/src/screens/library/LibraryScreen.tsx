/** The publisher's folders and documents. */
import { IconBooks } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { graphql } from '../../api/graphql';
import { useViewer } from '../../api/session';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { Screen } from '../../parts/Screen';

const libraryQuery = graphql(`
  query Library($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      name
      documents {
        totalCount
      }
    }
  }
`);

export function LibraryScreen() {
  const { t } = useTranslation('library');
  const { organization } = useViewer();
  const [{ data }] = useQuery({ query: libraryQuery, variables: { organizationId: organization.id } });
  if (data === undefined) return <Loading />;
  return (
    <Screen title={t('title')}>
      {data.organization.documents.totalCount === 0 && (
        <EmptyState icon={IconBooks} title={t('empty.title')} text={t('empty.text')} />
      )}
    </Screen>
  );
}
