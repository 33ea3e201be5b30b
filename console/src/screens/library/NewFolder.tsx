/** A new folder in a place. */
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import { treeChanged } from '../../api/tree-changes';
import { NameDialog } from '../../parts/dialogs/NameDialog';
import { createFolder } from './documents';

interface Props {
  readonly parentId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function NewFolder({ parentId, isOpen, onClose }: Props) {
  const { t } = useTranslation('library');
  const create = useChange(createFolder);
  if (!isOpen) return null;
  return (
    <NameDialog
      title={t('newFolder')}
      label={t('name')}
      initial=""
      draft={`new-folder:${parentId}`}
      action={t('create')}
      onClose={onClose}
      onName={async (name) => {
        const outcome = await create({ parentId, name });
        treeChanged();
        return outcome;
      }}
    />
  );
}
