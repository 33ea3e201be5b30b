/** Tasks of the organization that somebody should look at, each with the way to where it is mended. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { problemOf, useChange } from '../../api/change';
import { graphql, type Problem, problemFields, type ResultOf } from '../../api/graphql';
import { useQuery } from '../../api/query';
import { useRights, useViewer } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { EmptyState } from '../../parts/EmptyState';
import { IconChecks } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { useTell } from '../../parts/tell';
import './inbox.css';

const itemFields = graphql(`
  fragment InboxItemFields on InboxItem {
    id
    kind
    name
    documentId
    documentName
    pageId
    pageOrder
    count
    at
    reason
    dismissed {
      by
      at
    }
  }
`);

const inboxQuery = graphql(
  `
    query OrganizationInbox($organizationId: ID!) {
      organization: node(id: $organizationId) {
        __typename
        id
        ... on Organization {
          inbox {
            ...InboxItemFields
          }
          dismissedInbox {
            ...InboxItemFields
          }
        }
      }
    }
  `,
  [itemFields],
);

const dismissItem = graphql(
  `
    mutation DismissInboxItem($organizationId: ID!, $itemId: ID!) {
      dismissInboxItem(input: { organizationId: $organizationId, itemId: $itemId }) {
        ...ProblemFields
        ... on InboxItem {
          id
        }
      }
    }
  `,
  [problemFields],
);

const restoreItem = graphql(
  `
    mutation RestoreInboxItem($organizationId: ID!, $itemId: ID!) {
      restoreInboxItem(input: { organizationId: $organizationId, itemId: $itemId }) {
        ...ProblemFields
        ... on InboxItem {
          id
        }
      }
    }
  `,
  [problemFields],
);

type Item = ResultOf<typeof itemFields>;

export function InboxScreen() {
  const { t } = useTranslation('inbox');
  const { organization } = useViewer();
  const { mayWrite } = useRights();
  const { tellDone } = useTell();
  const dismiss = useChange(dismissItem);
  const restore = useChange(restoreItem);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [{ data, error }, read] = useQuery({
    query: inboxQuery,
    variables: { organizationId: organization.id },
    requestPolicy: 'cache-and-network',
  });
  const answered = data?.organization?.__typename === 'Organization' ? data.organization : undefined;
  const items = answered?.inbox;
  const dismissed = answered?.dismissedInbox ?? [];
  const change = async (itemId: string, isDismissed: boolean) => {
    const outcome = await (isDismissed ? restore : dismiss)({ organizationId: organization.id, itemId });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) tellDone(t(isDismissed ? 'restored' : 'dismissed'));
    read({ requestPolicy: 'network-only' });
  };
  const onChange = mayWrite ? change : null;
  return (
    <Screen title={t('title')} text={t('text')}>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
      {problem !== null && <ProblemNotice problem={problem} />}
      {items === undefined && error === undefined && <Loading shape="rows" />}
      {items?.length === 0 && (
        <EmptyState icon={IconChecks} title={t('empty.title')} text={t('empty.text')} />
      )}
      {items !== undefined && items.length > 0 && (
        <ItemList items={items} label={t('title')} onChange={onChange} />
      )}
      {dismissed.length > 0 && (
        <>
          <Title order={2} size="h4" mt="xl">
            {t('dismissedTitle')}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {t('dismissedText')}
          </Text>
          <ItemList items={dismissed} label={t('dismissedTitle')} onChange={onChange} />
        </>
      )}
    </Screen>
  );
}

interface ItemListProps {
  readonly items: readonly Item[];
  readonly label: string;
  /** null for those who may not. */
  readonly onChange: ((itemId: string, isDismissed: boolean) => Promise<void>) | null;
}

function ItemList({ items, label, onChange }: ItemListProps) {
  const { t } = useTranslation('inbox');
  return (
    <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
      {items.map((item) => {
        const isDismissed = item.dismissed !== null;
        const name = item.documentName ?? item.name;
        return (
          <Paper key={item.id} component="li" withBorder p="sm" radius="md">
            <Group justify="space-between" align="flex-start" wrap="nowrap">
              <div className="inbox-item">
                <ItemText item={item} />
              </div>
              {onChange !== null && (
                <Button
                  variant="subtle"
                  size="xs"
                  className="inbox-button"
                  aria-label={t(isDismissed ? 'restoreLabel' : 'dismissLabel', { name })}
                  onClick={() => void onChange(item.id, isDismissed)}
                >
                  {t(isDismissed ? 'restore' : 'dismiss')}
                </Button>
              )}
            </Group>
          </Paper>
        );
      })}
    </Stack>
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
      {item.dismissed !== null && (
        <Text size="sm" c="dimmed" className="any-text">
          {t('dismissedBy', { user: item.dismissed.by, at: dateTime(item.dismissed.at) })}
        </Text>
      )}
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
