/** Name, place and state of a document, and what can be done with it as a whole. */
import { ActionIcon, Badge, Button, Group, Menu, Title } from '@mantine/core';
import {
  IconArrowBackUp,
  IconChartBar,
  IconClipboardList,
  IconClock,
  IconDotsVertical,
  IconDownload,
  IconFileUpload,
  IconPencil,
  IconQrcode,
  IconRefresh,
  IconShare2,
  IconTable,
  IconTrash,
} from '../../parts/icons/icons';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import { useRights } from '../../api/session';
import { treeChanged } from '../../api/tree-changes';
import { ActivateDialog } from '../../parts/activation/ActivateDialog';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/Confirm';
import { PathLinks } from '../../parts/PathLinks';
import { NameDialog } from '../../parts/NameDialog';
import { useTell } from '../../parts/tell';
import { useLibraryOperations } from '../library/operations';
import { DocumentCode } from './DocumentCode';
import { type DocumentHead, restoreEarlierFile, retryDocument, updateDocument } from './documents';
import { ShareDialog } from './ShareDialog';
import { ReplaceDialog } from './ReplaceDialog';

interface Props {
  readonly document: DocumentHead & {
    readonly path: readonly { readonly id: string; readonly name: string }[];
    readonly files: readonly {
      readonly kind: string;
      readonly url: string;
      readonly originalName: string | null;
    }[];
    readonly earlierFile: { readonly originalName: string | null; readonly dateReplaced: string } | null;
    readonly images: readonly {
      readonly id: string;
      readonly name: string;
      readonly order: number;
      readonly smallThumbnailUrl: string | null;
    }[];
  };
  readonly onChanged: () => void;
}

export function DocumentHeader({ document, onChanged }: Props) {
  const { t } = useTranslation('document');
  const client = useClient();
  const navigate = useNavigate();
  const { mayWrite, mayAdminister } = useRights();
  const { tellDone, tellProblem } = useTell();
  const { date } = useFormats();
  const { throwAway } = useLibraryOperations();
  const [dialog, setDialog] = useState<
    'rename' | 'replace' | 'activate' | 'code' | 'earlier' | 'share' | null
  >(null);
  const { id, name, version: ifVersion, status, processing } = document;
  const original = document.files.find(({ kind }) => kind === 'Original');
  const close = () => setDialog(null);
  const isActive = status === 'Active';

  const setStatus = async (next: 'Active' | 'Inactive') => {
    const outcome = await change(client, updateDocument, { id, patch: { status: next }, ifVersion });
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  const retry = async () => {
    const outcome = await change(client, retryDocument, { id });
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  const goBack = async () => {
    const outcome = await change(client, restoreEarlierFile, { id, ifVersion });
    if (outcome.isDone) tellDone(t('earlierBack'));
    else tellProblem(outcome.problem);
    onChanged();
  };
  const leave = async () => {
    const isGone = await throwAway([{ ...document, __typename: 'Document', dateModified: '' }]);
    if (isGone) void navigate({ href: `/library/${document.parentId ?? ''}` });
  };
  return (
    <div className="document-head">
      <div style={{ minWidth: 0 }}>
        <PathLinks path={document.path.slice(0, -1)} />
        <Group gap="sm">
          <Title order={1} size="h3" className="any-text" lineClamp={2}>
            {name}
          </Title>
          <Badge color={isActive ? 'teal' : 'gray'} variant="light">
            {t(isActive ? 'active' : 'inactive')}
          </Badge>
        </Group>
      </div>
      <Group gap="xs" wrap="nowrap">
        {mayWrite && processing === 'Failed' && (
          <Button
            variant="light"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => void retry()}
          >
            {t('retry')}
          </Button>
        )}
        {mayWrite && (
          <Button
            variant={isActive ? 'default' : 'filled'}
            onClick={() => (isActive ? void setStatus('Inactive') : setDialog('activate'))}
            disabled={processing !== 'Ready' && !isActive}
          >
            {t(isActive ? 'deactivate' : 'activate')}
          </Button>
        )}
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
            {mayWrite && (
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
                <Menu.Item
                  leftSection={<IconPencil size={16} aria-hidden />}
                  onClick={() => setDialog('rename')}
                >
                  {t('rename')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconFileUpload size={16} aria-hidden />}
                  onClick={() => setDialog('replace')}
                >
                  {t('replace')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconShare2 size={16} aria-hidden />}
                  onClick={() => setDialog('share')}
                >
                  {t('share')}
                </Menu.Item>
                {document.earlierFile !== null && (
                  <Menu.Item
                    leftSection={<IconArrowBackUp size={16} aria-hidden />}
                    disabled={processing !== 'Ready'}
                    onClick={() => setDialog('earlier')}
                  >
                    {t('earlier')}
                  </Menu.Item>
                )}
              </>
            )}
            {mayAdminister && (
              <Menu.Item leftSection={<IconQrcode size={16} aria-hidden />} onClick={() => setDialog('code')}>
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
                onClick={() => void leave()}
              >
                {t('trash')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      {dialog === 'rename' && (
        <NameDialog
          title={t('rename')}
          label={t('name')}
          initial={name}
          draft={`name:${id}`}
          version={ifVersion}
          action={t('save')}
          onClose={close}
          onName={async (next, base) => {
            const patch = { name: next };
            const outcome = await change(client, updateDocument, { id, patch, ifVersion: base });
            onChanged();
            treeChanged();
            return outcome;
          }}
        />
      )}
      {dialog === 'share' && <ShareDialog documentId={id} onClose={close} />}
      {dialog === 'code' && <DocumentCode name={name} onClose={close} />}
      {dialog === 'replace' && <ReplaceDialog document={document} onClose={close} onChanged={onChanged} />}
      {dialog === 'earlier' && document.earlierFile !== null && (
        <Confirm
          text={t('earlierText', { date: date(document.earlierFile.dateReplaced) })}
          action={t('earlierOf', { name: (document.earlierFile.originalName ?? name).slice(0, 60) })}
          onClose={close}
          onYes={goBack}
        />
      )}
      {dialog === 'activate' && (
        <ActivateDialog
          documentId={id}
          name={name}
          onClose={close}
          onActivate={async () => setStatus('Active')}
        />
      )}
    </div>
  );
}
