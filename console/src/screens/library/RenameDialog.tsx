/** Renames a folder or document. When two people rename at once, the second sees the conflict. */
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import { treeChanged } from '../../api/tree-changes';
import { NameDialog } from '../../parts/dialogs/NameDialog';
import { changeDocument, type LibraryItem, renameFolder } from './documents';

export function RenameDialog({
  item,
  onClose,
}: {
  readonly item: LibraryItem;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('library');
  const client = useClient();
  const { id, version } = item;
  return (
    <NameDialog
      title={t('rename')}
      label={t('name')}
      initial={item.name}
      draft={`name:${id}`}
      version={version}
      action={t('save')}
      onClose={onClose}
      onName={async (name, ifVersion) => {
        const outcome =
          item.__typename === 'Folder'
            ? await change(client, renameFolder, { id, name, ifVersion })
            : await change(client, changeDocument, { id, patch: { name }, ifVersion });
        treeChanged();
        return outcome;
      }}
    />
  );
}
