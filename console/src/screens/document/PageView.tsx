/** The chosen page in large, with its state and what can be done with it; or all pages of the document. */
import { Button, Group, Menu, Select, Stack, Switch, Text, Title } from '@mantine/core';
import { IconChevronDown, IconTrash } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import { useRights } from '../../api/session';
import { treeChanged } from '../../api/tree-changes';
import { PinnedPicture } from '../../parts/comments/PinnedPicture';
import type { Comments } from '../../parts/comments/use-comments';
import { NameDialog } from '../../parts/dialogs/NameDialog';
import { ownNameOfPage } from '../../parts/page-name';
import { Recognizability } from '../../parts/Recognizability';
import { useTell } from '../../parts/tell';
import { type SentWindow, WindowButton } from '../../parts/window/WindowDialog';
import { DrawingWarnings } from './DrawingWarnings';
import type { DocumentPage } from './document-pages';
import { type DocumentHead, restorePage, trashPage, updatePage } from './documents';
import { PageLinks } from './PageLinks';

interface Props {
  readonly document: DocumentHead & { readonly images: readonly DocumentPage[] };
  readonly page: DocumentPage | null;
  readonly onChanged: () => void;
  /** null while they are closed. */
  readonly comments: Comments | null;
}

interface PagePatch {
  readonly status?: 'ACTIVE' | 'INACTIVE';
  readonly autoTrigger?: boolean | null;
  readonly order?: number;
  readonly timeWindow?: SentWindow;
}

export function PageView({ document, page, onChanged, comments }: Props) {
  const { t } = useTranslation('document');
  if (page !== null)
    return <OnePage document={document} page={page} onChanged={onChanged} comments={comments} />;
  const weak = document.images.filter(({ recognizability }) => !recognizability.isRecognizable);
  return (
    <section className="page-view" aria-label={t('whole')}>
      {document.coverUrl !== null && (
        <img src={document.images[0]?.bigThumbnailUrl ?? document.coverUrl} alt="" className="page-picture" />
      )}
      <Stack gap={4} p="md">
        <Text size="sm">{t('wholeText')}</Text>
        <DrawingWarnings warnings={document.warnings} />
        {weak.length > 0 && (
          <Text size="sm" c="var(--loupe-warning)">
            {t('weakPages', { count: weak.length, pages: weak.map(({ order }) => order).join(', ') })}
          </Text>
        )}
      </Stack>
    </section>
  );
}

function OnePage({ document, page, onChanged, comments }: Props & { readonly page: DocumentPage }) {
  const { t } = useTranslation('document');
  const client = useClient();
  const { mayWrite } = useRights();
  const [isRenaming, setRenaming] = useState(false);
  const ifVersion = page.version;
  const { patch, setWindow, throwAway } = usePageChanges({ onChanged, page, ifVersion });
  const number = t('pageNumber', { number: page.order });
  const ownName = ownNameOfPage(page.name);
  const label = ownName === '' ? number : `${number} · ${ownName}`;
  return (
    <section className="page-view" aria-label={number}>
      <PagePicture page={page} label={t('pictureOf', { name: label.slice(0, 100) })} comments={comments} />
      <Stack gap="sm" p="md">
        <Title order={2} size="h4" className="any-text">
          {label}
        </Title>
        <Recognizability {...page.recognizability} />
        <DrawingWarnings warnings={page.warnings} />
        {page.zoneCount > 0 && (
          <Text size="sm" c="dimmed">
            {t('stepsBack', { count: page.zoneCount })}
          </Text>
        )}
        <div>
          <WindowButton window={page.timeWindow} mayWrite={mayWrite} onSave={setWindow} />
        </div>
        <PageLinks pageId={page.id} />
        {mayWrite && (
          <PageTools
            page={page}
            onPatch={patch}
            onRename={setRenaming}
            onThrowAway={throwAway}
            document={document}
          />
        )}
      </Stack>
      {isRenaming && (
        <NameDialog
          title={t('renamePage')}
          label={t('name')}
          initial={ownName}
          draft={`name:${page.id}`}
          version={ifVersion}
          action={t('save')}
          onClose={() => setRenaming(false)}
          onName={async (name, base) => {
            const patch = { name };
            const outcome = await change(client, updatePage, { id: page.id, patch, ifVersion: base });
            onChanged();
            return outcome;
          }}
        />
      )}
    </section>
  );
}

interface PictureProps {
  readonly page: DocumentPage;
  readonly label: string;
  readonly comments: Comments | null;
}

function PagePicture({ page: { id, bigThumbnailUrl: url }, label, comments }: PictureProps) {
  if (url === null) return null;
  if (comments !== null) return <PinnedPicture pageId={id} url={url} label={label} comments={comments} />;
  return <img src={url} alt={label} className="page-picture" />;
}

interface ChangedPage {
  readonly onChanged: () => void;
  readonly page: DocumentPage;
  readonly ifVersion: string;
}

function usePageChanges({ onChanged, page, ifVersion }: ChangedPage) {
  const { t } = useTranslation('document');
  const client = useClient();
  const { tellProblem, tellDone } = useTell();
  const finish = <Value,>(outcome: Outcome<Value>) => {
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  const patch = async (what: PagePatch) =>
    finish(await change(client, updatePage, { id: page.id, patch: what, ifVersion }));
  const setWindow = async (timeWindow: SentWindow) => {
    const outcome = await change(client, updatePage, { id: page.id, patch: { timeWindow }, ifVersion });
    onChanged();
    return outcome;
  };
  const throwAway = async () => {
    const outcome = await change(client, trashPage, { id: page.id });
    finish(outcome);
    treeChanged();
    if (!outcome.isDone) return;
    tellDone(t('pageTrashed', { number: page.order }), {
      of: [page.id],
      undo: async () => {
        const undone = await change(client, restorePage, { id: page.id });
        onChanged();
        treeChanged();
        return undone;
      },
    });
  };
  return { patch, setWindow, throwAway };
}

interface PageToolsProps {
  readonly page: DocumentPage;
  readonly onPatch: (what: PagePatch) => Promise<void>;
  readonly onRename: (next: boolean) => void;
  readonly onThrowAway: () => Promise<void>;
  readonly document: Props['document'];
}

function PageTools({ page, onPatch, onRename, onThrowAway, document }: PageToolsProps) {
  const { t } = useTranslation('document');
  return (
    <Group gap="md">
      {page.zoneCount === 0 && (
        <Switch
          label={t('activePage')}
          checked={page.status === 'ACTIVE'}
          onChange={(event) => void onPatch({ status: event.currentTarget.checked ? 'ACTIVE' : 'INACTIVE' })}
        />
      )}
      <Switch
        label={t('autoTrigger')}
        checked={page.autoTrigger === true}
        onChange={(event) => void onPatch({ autoTrigger: event.currentTarget.checked ? true : null })}
      />
      <PageMenu onRename={onRename} onThrowAway={onThrowAway} />
      <Select
        label={t('place')}
        size="xs"
        w={130}
        value={String(page.order)}
        // By place: while a page moves, two may claim the same one.
        data={document.images.map((_, at) => ({
          value: String(at + 1),
          label: t('pageNumber', { number: at + 1 }),
        }))}
        onChange={(value) => value !== null && void onPatch({ order: Number(value) })}
        allowDeselect={false}
      />
    </Group>
  );
}

interface PageMenuProps {
  readonly onRename: (next: boolean) => void;
  readonly onThrowAway: () => Promise<void>;
}

function PageMenu({ onRename, onThrowAway }: PageMenuProps) {
  const { t } = useTranslation('document');
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {t('pageMenu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onRename(true)}>{t('renamePage')}</Menu.Item>
        <Menu.Item
          color="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void onThrowAway()}
        >
          {t('trashPage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
