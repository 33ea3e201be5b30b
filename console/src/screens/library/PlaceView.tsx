/** The content of a place: folders, then documents; a selection of them; a place to drop files on. */
import { Button } from '@mantine/core';
import { Dropzone, PDF_MIME_TYPE } from '@mantine/dropzone';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBooks, IconUpload } from '../../parts/icons/icons';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLongList } from '../../api/pages';
import { useRights } from '../../api/session';
import { PackDialog } from '../../parts/packs/PackDialog';
import { LooksDialog } from '../../parts/content/LooksDialog';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useCommands } from '../../parts/search/commands';
import { uploadQueue } from '../../parts/uploads/queue';
import type { ResultOf } from '../../api/graphql';
import { documentsQuery, foldersQuery } from './documents';
import {
  isOfDocuments,
  isSameFilter,
  type LibraryFilter,
  type LibraryOrder,
  useConditions,
  WHOLE,
} from './filters';
import { FirstRun } from './FirstRun';
import { ItemGrid } from './ItemGrid';
import { ItemTable } from './ItemTable';
import { NewFolder } from './NewFolder';
import { SelectionBar } from './SelectionBar';
import { useSelection } from './selection';
import { type View, type Place, VIEW, PlaceHead, PlaceTools } from './PlaceHead';

/** As the server takes them. */
const FILE_TYPES = [...PDF_MIME_TYPE, 'image/jpeg', 'image/png', 'image/gif', 'image/tiff', 'image/webp'];

const TYPED_MS = 250;

const pickFolders = ({ place }: ResultOf<typeof foldersQuery>) =>
  place !== null && 'folders' in place ? place.folders : null;
const pickDocuments = ({ place }: ResultOf<typeof documentsQuery>) =>
  place !== null && 'documents' in place ? place.documents : null;

export function PlaceView({ place, treeButton }: { readonly place: Place; readonly treeButton: ReactNode }) {
  const { t } = useTranslation('library');
  const [filter, setFilter] = useState(WHOLE);
  const [view, setView] = useState<View>(() => (localStorage.getItem(VIEW) === 'list' ? 'list' : 'cards'));
  const [nameContains] = useDebouncedValue(filter.nameContains, TYPED_MS);
  const [isMakingFolder, setMakingFolder] = useState(false);
  const [isShowingPacks, setShowingPacks] = useState(false);
  const [isShowingLooks, setShowingLooks] = useState(false);
  const pickFiles = useRef<() => void>(null);
  const shown = useItems(place, { ...filter, nameContains });
  const { mayWrite } = useRights();
  useCommands(
    mayWrite
      ? [
          { name: t('newFolder'), run: () => setMakingFolder(true) },
          { name: t('upload'), run: () => pickFiles.current?.() },
        ]
      : [],
  );
  const uploadButton = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => pickFiles.current?.()}>
      {t('upload')}
    </Button>
  );
  return (
    <>
      <PlaceHead
        place={place}
        onLooks={() => setShowingLooks(true)}
        onPacks={() => setShowingPacks(true)}
        onNewFolder={() => setMakingFolder(true)}
        uploadButton={uploadButton}
      />
      <PlaceTools treeButton={treeButton} filter={filter} onFilter={setFilter} view={view} onView={setView} />
      {place.path.length <= 1 && <FirstRun onUpload={() => pickFiles.current?.()} />}
      <DropPlace placeId={place.id} openRef={pickFiles}>
        <ItemsOfPlace
          placeId={place.id}
          shown={shown}
          empty={
            <EmptyPlace
              isFiltered={!isSameFilter({ ...filter, order: WHOLE.order }, WHOLE)}
              place={place}
              uploadButton={uploadButton}
            />
          }
          view={view}
          order={filter.order}
          onOrder={(order) => setFilter({ ...filter, order })}
        />
      </DropPlace>
      <SelectionBar selection={shown.selection} />
      {isShowingPacks && (
        <PackDialog elementId={place.id} name={place.name} onClose={() => setShowingPacks(false)} />
      )}
      {isShowingLooks && (
        <LooksDialog nodeId={place.id} name={place.name} onClose={() => setShowingLooks(false)} />
      )}
      <NewFolder parentId={place.id} isOpen={isMakingFolder} onClose={() => setMakingFolder(false)} />
    </>
  );
}

interface DropPlaceProps {
  readonly placeId: string;
  /** Opens the choice of files. */
  readonly openRef: RefObject<(() => void) | null>;
  readonly children: ReactNode;
}

/** Files that are dropped here are uploaded to the place. */
function DropPlace({ placeId, openRef, children }: DropPlaceProps) {
  const { t } = useTranslation('library');
  const { mayWrite } = useRights();
  const take = (files: readonly File[]) => uploadQueue.add(files, placeId);
  return (
    <Dropzone
      openRef={openRef}
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
      {children}
      <Dropzone.Accept>
        <div className="library-drop-sign">{t('drop')}</div>
      </Dropzone.Accept>
      <Dropzone.Reject>
        <div className="library-drop-sign">{t('drop')}</div>
      </Dropzone.Reject>
    </Dropzone>
  );
}

interface ItemsOfPlaceProps {
  readonly placeId: string;
  readonly shown: ReturnType<typeof useItems>;
  /** Stands where the place has nothing. */
  readonly empty: ReactNode;
  readonly view: View;
  readonly order: LibraryOrder;
  readonly onOrder: (next: LibraryOrder) => void;
}

function ItemsOfPlace({ placeId, shown, empty, view, order, onOrder }: ItemsOfPlaceProps) {
  const { problem, items, folders, documents, isKnown, total, selection } = shown;
  const Items = view === 'list' ? ItemTable : ItemGrid;
  const retry = () => {
    folders.retry();
    documents.retry();
  };
  return (
    <>
      {problem !== null && <ProblemNotice problem={problem} onRetry={retry} />}
      {!isKnown && problem === null && <Loading shape="cards" />}
      {isKnown && total === 0 && empty}
      {isKnown && total > 0 && (
        <Items
          placeId={placeId}
          items={items}
          total={total}
          selection={selection}
          onNeed={(index) => documents.need(index - shown.foldersShown)}
          order={order}
          onOrder={onOrder}
        />
      )}
    </>
  );
}

interface EmptyPlaceProps {
  readonly isFiltered: boolean;
  readonly place: Place;
  readonly uploadButton: ReactNode;
}

function EmptyPlace({ isFiltered, place, uploadButton }: EmptyPlaceProps) {
  const { t } = useTranslation('library');
  const { mayWrite } = useRights();
  return (
    <EmptyState
      icon={IconBooks}
      title={t(isFiltered ? 'empty.filter' : place.path.length <= 1 ? 'empty.title' : 'empty.folder')}
      {...(!isFiltered && mayWrite ? { text: t('empty.text') } : {})}
    >
      {!isFiltered && mayWrite && uploadButton}
    </EmptyState>
  );
}

/** Folders, then documents, as one list. */
function useItems(place: Place, filter: LibraryFilter) {
  const { nameContains, ...conditions } = useConditions(filter);
  const folders = useLongList(foldersQuery, { id: place.id, nameContains }, pickFolders);
  const documents = useLongList(documentsQuery, { id: place.id, nameContains, ...conditions }, pickDocuments);
  const isWithoutFolders = isOfDocuments(filter);
  const items = useMemo(
    () => (isWithoutFolders ? documents.items : [...folders.items, ...documents.items]),
    [folders.items, documents.items, isWithoutFolders],
  );
  const selection = useSelection(items);
  const total = (isWithoutFolders ? 0 : (folders.totalCount ?? 0)) + (documents.totalCount ?? 0);
  const isKnown = folders.totalCount !== null && documents.totalCount !== null;
  const problem = documents.problem ?? folders.problem;
  const foldersShown = isWithoutFolders ? 0 : folders.items.length;
  return { problem, items, folders, documents, foldersShown, isKnown, total, selection };
}
