/** Tasks of the organization that somebody should look at, each with the way to where it is mended. */
import { Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../api/change';
import { graphql, type ResultOf } from '../../api/graphql';
import { useQuery } from '../../api/query';
import { useViewer } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { EmptyState } from '../../parts/EmptyState';
import { IconChecks } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import './inbox.css';

const inboxQuery = graphql(`
  query OrganizationInbox($organizationId: ID!) {
    organization: node(id: $organizationId) {
      __typename
      id
      ... on Organization {
        inbox {
          kind
          name
          documentId
          documentName
          pageId
          pageOrder
          count
          at
          reason
        }
      }
    }
  }
`);

type Answered = Extract<
  NonNullable<ResultOf<typeof inboxQuery>['organization']>,
  { readonly __typename: 'Organization' }
>;
type Item = Answered['inbox'][number];

export function InboxScreen() {
  const { t } = useTranslation('inbox');
  const { organization } = useViewer();
  const [{ data, error }] = useQuery({
    query: inboxQuery,
    variables: { organizationId: organization.id },
    requestPolicy: 'cache-and-network',
  });
  const items = data?.organization?.__typename === 'Organization' ? data.organization.inbox : undefined;
  return (
    <Screen title={t('title')} text={t('text')}>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
      {items === undefined && error === undefined && <Loading shape="rows" />}
      {items?.length === 0 && (
        <EmptyState icon={IconChecks} title={t('empty.title')} text={t('empty.text')} />
      )}
      {items !== undefined && items.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('title')}>
          {items.map((item, at) => (
            <Paper key={`${item.kind} ${at}`} component="li" withBorder p="sm" radius="md">
              <ItemText item={item} />
            </Paper>
          ))}
        </Stack>
      )}
    </Screen>
  );
}

function ItemText({ item }: { readonly item: Item }) {
  const { t } = useTranslation('inbox');
  const { number, dateTime } = useFormats();
  const values = {
    name: item.name,
    document: item.documentName ?? '',
    order: item.pageOrder ?? '',
    count: item.count ?? 0,
    shown: number(item.count ?? 0),
    at: item.at === null ? '' : dateTime(item.at),
    reason: item.reason ?? '',
  };
  const isNow = item.kind === 'OFFERS_NOTHING' && item.at === null;
  return (
    <>
      <Text fw={600} className="any-text">
        {isNow ? t('offersNothingNow', values) : t(`kinds.${item.kind}`, values)}
      </Text>
      <Text size="sm" c="dimmed" className="any-text">
        {t(`mend.${item.kind}`)}
      </Text>
      {item.documentId === null ? (
        <Link to="/administration" className="inbox-link">
          {t('toAdministration')}
        </Link>
      ) : (
        <Link
          to="/documents/$documentId"
          params={{ documentId: item.documentId }}
          search={item.pageId === null ? {} : { page: item.pageId }}
          className="any-text inbox-link"
        >
          {item.documentName}
        </Link>
      )}
    </>
  );
}
