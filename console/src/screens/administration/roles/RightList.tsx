/** Lists the rights that some roles give, and in which folders. */
import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../../api/change';
import type { VariablesOf } from '../../../api/graphql';
import { useQuery } from '../../../api/query';
import { ProblemNotice } from '../../../parts/ProblemNotice';
import { previewRightsQuery } from './role-documents';
import { useFolderNames, useJoined, useOperationText } from './role-words';

/** As many as there is room for; the gap holds the signs of the items. */
const IN_COLUMNS = { columnWidth: 280, columnGap: 28 } as const;
const WHOLE = { breakInside: 'avoid' } as const;

interface Props {
  readonly wanted: VariablesOf<typeof previewRightsQuery>;
  /** There is nothing to ask about yet. */
  readonly isEmpty: boolean;
}

export function RightList({ wanted, isEmpty }: Props) {
  const { t } = useTranslation('roles');
  const textOf = useOperationText();
  const joined = useJoined();
  const [{ data, error }, again] = useQuery({
    query: previewRightsQuery,
    variables: wanted,
    pause: isEmpty,
    requestPolicy: 'network-only',
  });
  const rights = isEmpty ? [] : (data?.previewRights ?? []);
  const nameOf = useFolderNames(rights.flatMap(({ placeIds }) => placeIds ?? []));
  if (error !== undefined && !isEmpty)
    return (
      <ProblemNotice problem={problemOf(error)} onRetry={() => again({ requestPolicy: 'network-only' })} />
    );
  if (isEmpty)
    return (
      <Text size="sm" c="dimmed">
        {t('couldNothing')}
      </Text>
    );
  return (
    <List size="sm" spacing={2} style={IN_COLUMNS}>
      {rights.map(({ operation, placeIds }) => (
        <List.Item key={operation} style={WHOLE}>
          {textOf(operation)}
          {placeIds !== null && (
            <Text span size="sm" c="dimmed" className="any-text">
              {'; '}
              {t('onlyIn', { names: joined(placeIds.map(nameOf)) })}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  );
}
