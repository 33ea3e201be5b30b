/** Everything that can be done with a document and is not done every day. */
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCamera,
  IconChartBar,
  IconClipboardList,
  IconClock,
  IconDeviceMobile,
  IconDotsVertical,
  IconDownload,
  IconFileUpload,
  IconLink,
  IconPencil,
  IconQrcode,
  IconShare2,
  IconTable,
  IconTrash,
} from '../../parts/icons/icons';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { serverAddress } from '../../api/own-path';
import { useRights } from '../../api/session';
import { type DocumentHead } from './documents';

export type WholeDocument = DocumentHead & {
  readonly path: readonly { readonly id: string; readonly name: string }[];
  readonly files: readonly {
    readonly kind: string;
    readonly url: string;
    readonly originalName: string | null;
  }[];
  readonly earlierFile: { readonly originalName: string | null; readonly replacedAt: string } | null;
  readonly images: readonly {
    readonly id: string;
    readonly name: string;
    readonly order: number;
    readonly smallThumbnailUrl: string | null;
  }[];
};

export type Dialog = 'rename' | 'replace' | 'activate' | 'code' | 'earlier' | 'share' | 'packs' | 'addresses';

interface DocumentMenuProps {
  readonly id: string;
  readonly onDialog: (next: Dialog | null) => void;
  readonly document: WholeDocument;
  readonly processing: 'FAILED' | 'PENDING' | 'PROCESSING' | 'READY';
  readonly original: WholeDocument['files'][number] | undefined;
  readonly onLeave: () => Promise<void>;
}

export function DocumentMenu({ id, onDialog, document, processing, original, onLeave }: DocumentMenuProps) {
  const { t } = useTranslation(['document', 'packs']);
  const { mayWrite, mayAdminister } = useRights();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t('menu')}>
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/texts/${id}`} leftSection={<IconTable size={16} aria-hidden />}>
          {t('texts')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/statistics"
          search={{ of: id } as never}
          leftSection={<IconChartBar size={16} aria-hidden />}
        >
          {t('statistics')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceMobile size={16} aria-hidden />} onClick={() => onDialog('packs')}>
          {t('packs:open')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={serverAddress(`/scan#draft=${id}`)}
          target="_blank"
          leftSection={<IconCamera size={16} aria-hidden />}
        >
          {t('tryCamera')}
        </Menu.Item>
        {mayWrite && <EditorItems id={id} onDialog={onDialog} document={document} processing={processing} />}
        <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => onDialog('addresses')}>
          {t('addresses.title')}
        </Menu.Item>
        {mayAdminister && (
          <Menu.Item leftSection={<IconQrcode size={16} aria-hidden />} onClick={() => onDialog('code')}>
            {t('code')}
          </Menu.Item>
        )}
        {original !== undefined && (
          <Menu.Item
            component="a"
            href={original.url}
            download={original.originalName ?? true}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('download')}
          </Menu.Item>
        )}
        {mayWrite && (
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void onLeave()}
          >
            {t('trash')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface EditorItemsProps {
  readonly id: string;
  readonly onDialog: (next: Dialog | null) => void;
  readonly document: WholeDocument;
  readonly processing: 'FAILED' | 'PENDING' | 'PROCESSING' | 'READY';
}

function EditorItems({ id, onDialog, document, processing }: EditorItemsProps) {
  const { t } = useTranslation('document');
  return (
    <>
      <Menu.Item
        component={Link}
        to={`/documents/${id}/check`}
        leftSection={<IconClipboardList size={16} aria-hidden />}
      >
        {t('check')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={`/documents/${id}/history`}
        leftSection={<IconClock size={16} aria-hidden />}
      >
        {t('history')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onDialog('rename')}>
        {t('rename')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileUpload size={16} aria-hidden />} onClick={() => onDialog('replace')}>
        {t('replace')}
      </Menu.Item>
      <Menu.Item leftSection={<IconShare2 size={16} aria-hidden />} onClick={() => onDialog('share')}>
        {t('share')}
      </Menu.Item>
      {document.earlierFile !== null && (
        <Menu.Item
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={processing !== 'READY'}
          onClick={() => onDialog('earlier')}
        >
          {t('earlier')}
        </Menu.Item>
      )}
    </>
  );
}
