/** The face of a folder: covers of its newest documents, and how much there is. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconFolderFilled } from '../../parts/icons/icons';
import type { FolderItem } from './documents';

type Face = Partial<Pick<FolderItem, 'newest' | 'within'>>;

export function FolderCovers({ newest }: Face) {
  const covers = (newest?.nodes ?? []).flatMap(({ coverUrl }) => coverUrl ?? []);
  if (covers.length === 0) return <IconFolderFilled size={84} className="item-folder" />;
  return (
    <span className="folder-covers" data-count={covers.length}>
      {covers.toReversed().map((url) => (
        <img key={url} src={url} alt="" loading="lazy" draggable={false} />
      ))}
      <IconFolderFilled size={30} className="item-folder folder-sign" />
    </span>
  );
}

export function FolderCount({ newest, within }: Face) {
  const { t } = useTranslation('library');
  if (newest === undefined || within === undefined) return null;
  const parts = [
    ...(newest.totalCount > 0 ? [t('inFolder.documents', { count: newest.totalCount })] : []),
    ...(within.totalCount > 0 ? [t('inFolder.folders', { count: within.totalCount })] : []),
  ];
  return (
    <Text span size="xs" c="dimmed">
      {parts.length === 0 ? t('inFolder.empty') : parts.join(' · ')}
    </Text>
  );
}
