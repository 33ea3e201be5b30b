/** What lies in a place: folders, then documents; a selection of them; a place to drop files on. */
import { ActionIcon, Button, Group, SegmentedControl, Select, TextInput, Title } from '@mantine/core';
import { Dropzone, PDF_MIME_TYPE } from '@mantine/dropzone';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconBooks,
  IconFolderPlus,
  IconPalette,
  IconSearch,
  IconTable,
  IconUpload,
} from '../../parts/icons/icons';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLongList } from '../../api/pages';
import { useRights } from '../../api/session';
import { LooksDialog } from '../../parts/content/LooksDialog';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { PathLinks } from '../../parts/PathLinks';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { uploadQueue } from '../../parts/uploads/queue';
import type { ResultOf } from '../../api/graphql';
import { documentsQuery, foldersQuery } from './documents';
import { FirstRun } from './FirstRun';
import { ItemGrid } from './ItemGrid';
import { ItemTable, type LibraryOrder } from './ItemTable';
import { NewFolder } from './NewFolder';
import { SelectionBar } from './SelectionBar';
import { useSelection } from './selection';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly path: readonly { readonly id: string; readonly name: string }[];
}

const ORDERS = {
  name: { field: 'Name', direction: 'ASC' },
  newest: { field: 'DateCreated', direction: 'DESC' },
  changed: { field: 'DateModified', direction: 'DESC' },
} as const;
/** How things of the library were shown last. */
const VIEW = 'loupe.library-view';

/** As the server takes them. */
const FILE_TYPES = [...PDF_MIME_TYPE, 'image/jpeg', 'image/png', 'image/gif', 'image/tiff', 'image/webp'];

const TYPED_MS = 250;

const pickFolders = ({ place }: ResultOf<typeof foldersQuery>) =>
  place !== null && 'folders' in place ? place.folders : null;
const pickDocuments = ({ place }: ResultOf<typeof documentsQuery>) =>
  place !== null && 'documents' in place ? place.documents : null;

export function PlaceView({ place, treeButton }: { readonly place: Place; readonly treeButton: ReactNode }) {
  const { t } = useTranslation('library');
  const { mayWrite } = useRights();
  const [order, setOrder] = useState<LibraryOrder>('name');
  const [view, setView] = useState<'cards' | 'list'>(() =>
    localStorage.getItem(VIEW) === 'list' ? 'list' : 'cards',
  );
  const Items = view === 'list' ? ItemTable : ItemGrid;
  const [typed, setTyped] = useState('');
  const [nameContains] = useDebouncedValue(typed.trim() === '' ? null : typed.trim(), TYPED_MS);
  const [isMakingFolder, setMakingFolder] = useState(false);
  const [isShowingLooks, setShowingLooks] = useState(false);
  const pickFiles = useRef<() => void>(null);
  const folders = useLongList(foldersQuery, { id: place.id, nameContains }, pickFolders);
  const documents = useLongList(
    documentsQuery,
    { id: place.id, nameContains, orderBy: ORDERS[order] },
    pickDocuments,
  );
  const items = useMemo(() => [...folders.items, ...documents.items], [folders.items, documents.items]);
  const selection = useSelection(items);
  const total = (folders.totalCount ?? 0) + (documents.totalCount ?? 0);
  const isKnown = folders.totalCount !== null && documents.totalCount !== null;
  const problem = documents.problem ?? folders.problem;
  const take = (files: readonly File[]) => uploadQueue.add(files, place.id);
  const uploadButton = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => pickFiles.current?.()}>
      {t('upload')}
    </Button>
  );
  return (
    <>
      <Group justify="space-between" gap="sm" px="md" pt="md" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <PathLinks path={place.path.slice(0, -1)} />
          <Title order={1} size="h2" className="any-text" lineClamp={2}>
            {place.name}
          </Title>
        </div>
        <Group gap="xs">
          <ActionIcon
            component={Link}
            to={`/texts/${place.id}`}
            variant="default"
            size={36}
            title={t('texts')}
            aria-label={t('texts')}
          >
            <IconTable size={18} aria-hidden />
          </ActionIcon>
          {mayWrite && (
            <>
              <ActionIcon
                variant="default"
                size={36}
                title={t('looks')}
                aria-label={t('looksOf', { name: place.name.slice(0, 80) })}
                onClick={() => setShowingLooks(true)}
              >
                <IconPalette size={18} aria-hidden />
              </ActionIcon>
              <Button
                variant="default"
                leftSection={<IconFolderPlus size={16} aria-hidden />}
                onClick={() => setMakingFolder(true)}
              >
                {t('newFolder')}
              </Button>
              {uploadButton}
            </>
          )}
        </Group>
      </Group>
      <Group gap="xs" px="md" py="sm">
        {treeButton}
        <TextInput
          aria-label={t('filter')}
          placeholder={t('filter')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className="library-filter"
        />
        <Select
          aria-label={t('order')}
          value={order}
          onChange={(chosen) => setOrder(chosen ?? 'name')}
          data={(Object.keys(ORDERS) as LibraryOrder[]).map((value) => ({
            value,
            label: t(`orders.${value}`),
          }))}
          allowDeselect={false}
          w={190}
        />
        <SegmentedControl
          aria-label={t('view.label')}
          size="xs"
          value={view}
          onChange={(chosen) => {
            setView(chosen);
            localStorage.setItem(VIEW, chosen);
          }}
          data={(['cards', 'list'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
        />
      </Group>
      {place.path.length <= 1 && <FirstRun onUpload={() => pickFiles.current?.()} />}
      <Dropzone
        openRef={pickFiles}
        onDrop={take}
        accept={FILE_TYPES}
        disabled={!mayWrite}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ hidden: true }}
        className="library-drop"
        onReject={(rejections) => take(rejections.map(({ file }) => file))}
      >
        {problem !== null && items.length === 0 && (
          <ProblemNotice
            problem={problem}
            onRetry={() => {
              folders.retry();
              documents.retry();
            }}
          />
        )}
        {!isKnown && problem === null && <Loading shape="cards" />}
        {isKnown && total === 0 && (
          <EmptyState
            icon={IconBooks}
            title={t(
              nameContains === null
                ? place.path.length <= 1
                  ? 'empty.title'
                  : 'empty.folder'
                : 'empty.filter',
            )}
            {...(nameContains === null && mayWrite ? { text: t('empty.text') } : {})}
          >
            {nameContains === null && mayWrite && uploadButton}
          </EmptyState>
        )}
        {isKnown && total > 0 && (
          <Items
            items={items}
            total={total}
            selection={selection}
            onNeed={(index) => documents.need(index - folders.items.length)}
            order={order}
            onOrder={setOrder}
          />
        )}
        <Dropzone.Accept>
          <div className="library-drop-sign">{t('drop')}</div>
        </Dropzone.Accept>
        <Dropzone.Reject>
          <div className="library-drop-sign">{t('drop')}</div>
        </Dropzone.Reject>
      </Dropzone>
      <SelectionBar selection={selection} />
      {isShowingLooks && (
        <LooksDialog nodeId={place.id} name={place.name} onClose={() => setShowingLooks(false)} />
      )}
      <NewFolder parentId={place.id} isOpen={isMakingFolder} onClose={() => setMakingFolder(false)} />
    </>
  );
}
