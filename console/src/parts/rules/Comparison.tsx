/** The addresses that an action's rules compare: how many readers open each, and whether it is decided. */
import { Paper, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { graphql, type ResultOf } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { useFormats } from '../../i18n/format';

const comparisonQuery = graphql(`
  query ComparisonOfAddresses($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Action {
        comparison {
          leader
          isDecided
          differenceLow
          differenceHigh
          addresses {
            variant
            percent
            sessions
            openedSessions
            clicks
            low
            high
          }
        }
      }
    }
  }
`);

type Answered = Extract<
  NonNullable<ResultOf<typeof comparisonQuery>['node']>,
  { readonly __typename: 'Action' }
>;
type Compared = NonNullable<Answered['comparison']>;

/** The comparison of an action; empty where it compares no addresses, and for those who may not see statistics. */
export function Comparison({ actionId }: { readonly actionId: string }) {
  const { t } = useTranslation('rules');
  const [{ data }] = useQueryData({ query: comparisonQuery, variables: { id: actionId } });
  const comparison = data?.node?.__typename === 'Action' ? data.node.comparison : null;
  if (comparison === null) return null;
  return (
    <Paper withBorder p="sm" radius="md" component="section" aria-label={t('comparison')}>
      <Stack gap={6}>
        <Text fw={600} size="sm">
          {t('comparison')}
        </Text>
        <Addresses comparison={comparison} />
        <Verdict comparison={comparison} />
      </Stack>
    </Paper>
  );
}

function Addresses({ comparison }: { readonly comparison: Compared }) {
  const { t } = useTranslation('rules');
  const { number, percent } = useFormats();
  return (
    <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
      {comparison.addresses.map(({ variant, sessions, openedSessions, clicks, low, high }) => (
        <li key={variant}>
          <Text size="sm" className="any-text">
            {sessions === 0
              ? t('shownToNobody', { variant, clicks: number(clicks) })
              : t('opened', {
                  variant,
                  share: percent(openedSessions / sessions),
                  low: percent(low),
                  high: percent(high),
                  opened: number(openedSessions),
                  sessions: number(sessions),
                })}
          </Text>
        </li>
      ))}
    </Stack>
  );
}

function Verdict({ comparison }: { readonly comparison: Compared }) {
  const { t } = useTranslation('rules');
  const { leader, isDecided, differenceLow, differenceHigh } = comparison;
  const points = (share: number | null) => Math.round((share ?? 0) * 100);
  return (
    <Text size="sm" c={isDecided ? undefined : 'dimmed'} role="status">
      {leader === null
        ? t('notYet')
        : t(isDecided ? 'decided' : 'undecided', {
            variant: leader,
            low: points(differenceLow),
            high: points(differenceHigh),
          })}
    </Text>
  );
}
