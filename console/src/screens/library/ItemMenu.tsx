/** The menu of one folder or document. */
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconPalette,
  IconPencil,
  IconShieldLock,
  IconTable,
  IconTrash,
} from '../../parts/icons/icons';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LooksDialog } from '../../parts/content/LooksDialog';
import { useRights } from '../../api/session';
import type { LibraryItem } from './documents';
import { FolderRuleDialog } from './FolderRuleDialog';
import { MoveDialog } from './MoveDialog';
import { useLibraryOperations } from './operations';
import { RenameDialog } from './RenameDialog';

type Dialog = 'rename' | 'move' | 'looks' | 'rule';

export function ItemMenu({ item }: { readonly item: LibraryItem }) {
  const { t } = useTranslation('library');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('menu', { name: item.name.slice(0, 80) })}
          >
            <IconDotsVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Entries item={item} onDialog={setDialog} />
      </Menu>
      {dialog === 'rename' && <RenameDialog item={item} onClose={close} />}
      {dialog === 'looks' && <LooksDialog nodeId={item.id} name={item.name} onClose={close} />}
      {dialog === 'rule' && <FolderRuleDialog folderId={item.id} name={item.name} onClose={close} />}
      {dialog === 'move' && <MoveDialog items={[item]} onClose={close} />}
    </>
  );
}

interface EntriesProps {
  readonly item: LibraryItem;
  readonly onDialog: (dialog: Dialog) => void;
}

function Entries({ item, onDialog }: EntriesProps) {
  const { t } = useTranslation('library');
  const { throwAway, setStatus } = useLibraryOperations();
  const { mayAdminister } = useRights();
  const isActive = item.__typename === 'Document' && item.status === 'ACTIVE';
  return (
    <Menu.Dropdown>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onDialog('rename')}>
        {t('rename')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderSymlink size={16} aria-hidden />} onClick={() => onDialog('move')}>
        {t('move')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPalette size={16} aria-hidden />} onClick={() => onDialog('looks')}>
        {t('looks')}
      </Menu.Item>
      <Menu.Item component={Link} to={`/texts/${item.id}`} leftSection={<IconTable size={16} aria-hidden />}>
        {t('texts')}
      </Menu.Item>
      {item.__typename === 'Folder' && mayAdminister && (
        <Menu.Item leftSection={<IconShieldLock size={16} aria-hidden />} onClick={() => onDialog('rule')}>
          {t('rule.open')}
        </Menu.Item>
      )}
      {item.__typename === 'Document' && (
        <Menu.Item
          leftSection={isActive ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          onClick={() => void setStatus([item.id], isActive ? 'INACTIVE' : 'ACTIVE')}
        >
          {t(isActive ? 'deactivate' : 'activate')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        color="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void throwAway([item])}
      >
        {t('trash')}
      </Menu.Item>
    </Menu.Dropdown>
  );
}
