/** Name, place and state of a document, and what can be done with it as a whole. */
import { Badge, Button, Group, Title } from '@mantine/core';
import { IconRefresh } from '../../parts/icons/icons';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import { useRights } from '../../api/session';
import { treeChanged } from '../../api/tree-changes';
import { CommentsButton, Present } from '../../parts/comments/CommentsButton';
import { ActivateDialog } from '../../parts/activation/ActivateDialog';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/dialogs/Confirm';
import { PackDialog } from '../../parts/packs/PackDialog';
import { PathLinks } from '../../parts/PathLinks';
import { NameDialog } from '../../parts/dialogs/NameDialog';
import { useCommands } from '../../parts/search/commands';
import { useTell } from '../../parts/tell';
import { type SentWindow, WindowButton } from '../../parts/window/WindowDialog';
import { useLibraryOperations } from '../library/operations';
import { DocumentCode } from './DocumentCode';
import { type DocumentHead, restoreEarlierFile, retryDocument, updateDocument } from './documents';
import { ShareDialog } from './ShareDialog';
import { ShortAddresses } from './short-addresses/ShortAddresses';
import { ReplaceDialog } from './ReplaceDialog';
import { type WholeDocument, type Dialog, DocumentMenu } from './DocumentMenu';

interface Props {
  readonly document: WholeDocument;
  readonly onChanged: () => void;
  /** Whether the comments are shown. */
  readonly hasComments: boolean;
  readonly onComments: () => void;
}

export function DocumentHeader({ document, onChanged, hasComments, onComments }: Props) {
  const { t } = useTranslation('document');
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { id, name, version: ifVersion, status, processing } = document;
  const original = document.files.find(({ kind }) => kind === 'ORIGINAL');
  const close = () => setDialog(null);
  const isActive = status === 'ACTIVE';

  const { mayWrite } = useRights();
  const { retry, setStatus, setWindow, leave, goBack } = useDocumentChanges(document, onChanged);
  useDocumentCommands({ isActive, isReady: processing === 'READY', setStatus, onDialog: setDialog });
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
          <WindowButton window={document.timeWindow} mayWrite={mayWrite} onSave={setWindow} />
        </Group>
        <Present documentId={id} />
      </div>
      <Group gap="xs">
        <CommentsButton documentId={id} isOpen={hasComments} onToggle={onComments} />
        <StateButtons
          processing={processing}
          onRetry={retry}
          isActive={isActive}
          onStatus={setStatus}
          onDialog={setDialog}
        />
        <DocumentMenu
          id={id}
          onDialog={setDialog}
          document={document}
          processing={processing}
          original={original}
          onLeave={leave}
        />
      </Group>
      <HeaderDialogs
        dialog={dialog}
        name={name}
        id={id}
        ifVersion={ifVersion}
        onClose={close}
        onChanged={onChanged}
        document={document}
        onGoBack={goBack}
        onStatus={setStatus}
      />
    </div>
  );
}

interface CommandsProps {
  readonly isActive: boolean;
  readonly isReady: boolean;
  readonly setStatus: (next: 'ACTIVE' | 'INACTIVE') => Promise<void>;
  readonly onDialog: (next: Dialog) => void;
}

/** Offers to Ctrl-K what the buttons and the menu do. */
function useDocumentCommands({ isActive, isReady, setStatus, onDialog }: CommandsProps): void {
  const { t } = useTranslation('document');
  const { mayWrite } = useRights();
  const activate = isActive
    ? [{ name: t('deactivate'), run: () => void setStatus('INACTIVE') }]
    : isReady
      ? [{ name: t('activate'), run: () => onDialog('activate') }]
      : [];
  const dialogs = (['rename', 'replace', 'share', 'addresses'] as const).map((dialog) => ({
    name: t(dialog === 'addresses' ? 'addresses.title' : dialog),
    run: () => onDialog(dialog),
  }));
  useCommands(mayWrite ? [...activate, ...dialogs] : []);
}

interface StateButtonsProps {
  readonly processing: DocumentHead['processing'];
  readonly onRetry: () => Promise<void>;
  readonly isActive: boolean;
  readonly onStatus: (next: 'ACTIVE' | 'INACTIVE') => Promise<void>;
  readonly onDialog: (next: Dialog | null) => void;
}

function StateButtons({ processing, onRetry, isActive, onStatus, onDialog }: StateButtonsProps) {
  const { t } = useTranslation('document');
  const { mayWrite } = useRights();
  return (
    <>
      {mayWrite && processing === 'FAILED' && (
        <Button
          variant="light"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void onRetry()}
        >
          {t('retry')}
        </Button>
      )}
      {mayWrite && (
        <Button
          variant={isActive ? 'default' : 'filled'}
          onClick={() => (isActive ? void onStatus('INACTIVE') : onDialog('activate'))}
          disabled={processing !== 'READY' && !isActive}
        >
          {t(isActive ? 'deactivate' : 'activate')}
        </Button>
      )}
    </>
  );
}

interface HeaderDialogsProps {
  readonly dialog: Dialog | null;
  readonly name: string;
  readonly id: string;
  readonly ifVersion: string;
  readonly onClose: () => void;
  readonly onChanged: Props['onChanged'];
  readonly document: WholeDocument;
  readonly onGoBack: () => Promise<void>;
  readonly onStatus: (next: 'ACTIVE' | 'INACTIVE') => Promise<void>;
}

function HeaderDialogs({
  dialog,
  name,
  id,
  ifVersion,
  onClose,
  onChanged,
  document,
  onGoBack,
  onStatus,
}: HeaderDialogsProps) {
  const { t } = useTranslation('document');
  const client = useClient();
  const { date } = useFormats();
  return (
    <>
      {dialog === 'rename' && (
        <NameDialog
          title={t('rename')}
          label={t('name')}
          initial={name}
          draft={`name:${id}`}
          version={ifVersion}
          action={t('save')}
          onClose={onClose}
          onName={async (next, base) => {
            const patch = { name: next };
            const outcome = await change(client, updateDocument, { id, patch, ifVersion: base });
            onChanged();
            treeChanged();
            return outcome;
          }}
        />
      )}
      {dialog === 'share' && <ShareDialog documentId={id} onClose={onClose} />}
      {dialog === 'packs' && <PackDialog elementId={id} name={name} onClose={onClose} />}
      {dialog === 'addresses' && <ShortAddresses documentId={id} onClose={onClose} />}
      {dialog === 'code' && <DocumentCode name={name} onClose={onClose} />}
      {dialog === 'replace' && <ReplaceDialog document={document} onClose={onClose} onChanged={onChanged} />}
      {dialog === 'earlier' && document.earlierFile !== null && (
        <Confirm
          text={t('earlierText', { date: date(document.earlierFile.replacedAt) })}
          action={t('earlierOf', { name: (document.earlierFile.originalName ?? name).slice(0, 60) })}
          onClose={onClose}
          onYes={onGoBack}
        />
      )}
      {dialog === 'activate' && (
        <ActivateDialog
          documentId={id}
          name={name}
          onClose={onClose}
          onActivate={async () => onStatus('ACTIVE')}
        />
      )}
    </>
  );
}

function useDocumentChanges(document: WholeDocument, onChanged: () => void) {
  const { id, version: ifVersion } = document;
  const { throwAway } = useLibraryOperations();
  const { t } = useTranslation('document');
  const client = useClient();
  const navigate = useNavigate();
  const { tellProblem, tellDone } = useTell();
  const setStatus = async (next: 'ACTIVE' | 'INACTIVE') => {
    const outcome = await change(client, updateDocument, { id, patch: { status: next }, ifVersion });
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  const setWindow = async (timeWindow: SentWindow) => {
    const outcome = await change(client, updateDocument, { id, patch: { timeWindow }, ifVersion });
    onChanged();
    return outcome;
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
    const isGone = await throwAway([{ ...document, __typename: 'Document', updatedAt: '' }]);
    if (isGone) void navigate({ href: `/library/${document.parentId ?? ''}` });
  };
  return { retry, setStatus, setWindow, leave, goBack };
}
