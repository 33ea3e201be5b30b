/** Which organization is administered: the user's own, one on the way down, or one below. */
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../api/session';
import type { AdministeredOrganization } from './administered';

interface Props {
  readonly organization: AdministeredOrganization;
  readonly onChoose: (id: string) => void;
}

export function OrganizationChooser({ organization, onChoose }: Props) {
  const { t } = useTranslation('administration');
  const own = useViewer().organization;
  const { path } = organization;
  const way = path.slice(
    Math.max(
      0,
      path.findIndex(({ id }) => id === own.id),
    ),
  );
  const places = [
    ...way.map(({ id, name }, depth) => ({ id, name, depth })),
    ...organization.organizations.nodes.map(({ id, name }) => ({ id, name, depth: way.length })),
  ];
  if (places.length < 2) return null;
  return (
    <Select
      label={t('below.choose')}
      value={organization.id}
      onChange={(id) => id !== null && onChoose(id)}
      data={places.map(({ id, name, depth }) => ({
        value: id,
        label: `${INDENT.repeat(depth)}${name.slice(0, 100)}`,
      }))}
      allowDeselect={false}
      searchable
      maw={340}
    />
  );
}

/** Below is indented, as in the tree of the library. */
const INDENT = '\u2003';
