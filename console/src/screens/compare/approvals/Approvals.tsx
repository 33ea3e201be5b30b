/** Comparisons that were approved, the newest first; nothing where there are none. */
import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useQueryData } from '../../../api/query';
import { useViewer } from '../../../api/session';
import { useFormats } from '../../../i18n/format';
import { Copy } from '../../../parts/Copy';
import { approvals } from './approvals';

export function Approvals() {
  const { t } = useTranslation('compare');
  const { dateTime } = useFormats();
  const { organization } = useViewer();
  const [{ data }] = useQueryData({
    query: approvals,
    variables: { organizationId: organization.id },
    requestPolicy: 'cache-and-network',
  });
  const list = data?.organization?.comparisonApprovals;
  if (list === undefined || list.nodes.length === 0) return null;
  return (
    <Paper withBorder p="md" radius="lg" component="section" mt="lg">
      <Title order={2} size="h4" mb="sm">
        {t('approve.list')}
      </Title>
      <Stack component="ul" gap="xs" className="plain-list">
        {list.nodes.map(({ id, referenceName, queryName, user, createdAt, url }) => (
          <Group component="li" key={id} justify="space-between" wrap="nowrap">
            <div>
              <Anchor size="sm" fw={600} className="any-text" href={url ?? undefined} target="_blank">
                {t('share.about', { first: referenceName, second: queryName })}
              </Anchor>
              <Text size="sm" className="any-text">
                {t('approve.by', { user, date: dateTime(createdAt) })}
              </Text>
            </div>
            {url !== null && <Copy text={url} />}
          </Group>
        ))}
      </Stack>
      {list.totalCount > list.nodes.length && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('approve.more', { count: list.totalCount - list.nodes.length })}
        </Text>
      )}
    </Paper>
  );
}
