/** Single pictures that are recognized by themselves: a grid with names, texts and keywords, and searches in it. */
import { Button, FileButton, SimpleGrid } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhoto, IconPhotoOff, IconPhotoPlus } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultOf } from '../../api/graphql';
import type { Outcome } from '../../api/change';
import { useClient } from 'urql';
import { useQuery } from '../../api/query';
import { problemOf, useChange } from '../../api/change';
import { useRights, useViewer } from '../../api/session';
import { Confirm } from '../../parts/dialogs/Confirm';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { Pager } from '../../parts/Pager';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { useTell } from '../../parts/tell';
import { PictureCard } from './PictureCard';
import { PictureDialog } from './PictureDialog';
import { PictureHits } from './PictureHits';
import { PICTURE_TYPES, PictureSearchBar } from './PictureSearchBar';
import { colorsOfPicture, createPicture, deletePicture, type PictureRow, picturesQuery } from './pictures';
import type { PictureSearch } from './use-picture-search';
import './pictures.css';

/** More colors of a picture than these say little about it. */
const MOST_COLORS = 4;

export function PicturesScreen() {
  const { t } = useTranslation('pictures');
  const { organization } = useViewer();
  const { mayWrite } = useRights();
  const create = useChange(createPicture);
  const [search, setSearch] = useState<PictureSearch | null>(null);
  const [edited, setEdited] = useState<PictureRow | null>(null);
  const [removed, setRemoved] = useState<PictureRow | null>(null);
  const [isBusy, setBusy] = useState(false);
  const list = usePictureList(search !== null);
  const { typed, setTyped, keywords, setKeywords, after, setAfter, pictures, error, refresh } = list;
  const { addAll, searchLike } = usePictureWays({ setBusy, create, refresh, setSearch });
  const add = <AddPictures onFiles={addAll} isBusy={isBusy} />;
  return (
    <Screen title={t('title')} text={t('text')} actions={mayWrite ? add : undefined}>
      <SearchBar
        typed={typed}
        keywords={keywords}
        search={search}
        onTyped={setTyped}
        onStep={setAfter}
        onKeywords={setKeywords}
        onSearch={setSearch}
      />
      {search !== null ? (
        <PictureHits
          organizationId={organization.id}
          search={search}
          keywords={keywords}
          onSearch={setSearch}
        />
      ) : (
        <PictureGrid
          error={error}
          onRetry={refresh}
          pictures={pictures}
          isNarrowed={list.isNarrowed}
          onColors={searchLike}
          onEdit={setEdited}
          onRemove={setRemoved}
          after={after}
          onStep={setAfter}
        />
      )}
      {edited !== null && <PictureDialog picture={edited} onClose={() => setEdited(null)} />}
      {removed !== null && (
        <RemovePicture picture={removed} onClose={() => setRemoved(null)} onDone={refresh} />
      )}
    </Screen>
  );
}

interface RemovePictureProps {
  readonly picture: PictureRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RemovePicture({ picture, onClose, onDone }: RemovePictureProps) {
  const { t } = useTranslation('pictures');
  const { tellDone, tellProblem } = useTell();
  const remove = useChange(deletePicture);
  const { id, name, version } = picture;
  return (
    <Confirm
      text={t('removeText', { name })}
      action={t('remove')}
      onClose={onClose}
      onYes={async () => {
        const outcome = await remove({ id, ifVersion: version });
        if (outcome.isDone) tellDone(t('removed', { name }));
        else tellProblem(outcome.problem);
        onDone();
      }}
    />
  );
}

/** The pictures with the name that is typed and the keywords that are chosen, page by page. */
function usePictureList(isPaused: boolean) {
  const { organization } = useViewer();
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), 250);
  const [keywords, setKeywords] = useState<readonly string[]>([]);
  const [after, setAfter] = useState<readonly string[]>([]);
  const [{ data, error }, again] = useQuery({
    query: picturesQuery,
    variables: {
      organizationId: organization.id,
      name: name === '' ? null : name,
      keywords: [...keywords],
      after: after.at(-1) ?? null,
    },
    pause: isPaused,
  });
  const refresh = () => again({ requestPolicy: 'network-only' });
  const pictures = data?.organization.pictures;
  const isNarrowed = name !== '' || keywords.length > 0;
  return { typed, setTyped, keywords, setKeywords, after, setAfter, pictures, error, isNarrowed, refresh };
}

interface PictureList {
  readonly setBusy: (next: boolean) => void;
  readonly create: (given: {
    input: { organizationId: string; name: string; file: File };
  }) => Promise<Outcome<unknown>>;
  readonly refresh: () => void;
  readonly setSearch: (next: PictureSearch | null) => void;
}

function usePictureWays({ setBusy, create, refresh, setSearch }: PictureList) {
  const { organization } = useViewer();
  const { tellProblem } = useTell();
  const client = useClient();
  const addAll = async (files: readonly File[]) => {
    setBusy(true);
    for (const file of files) {
      const name = file.name.replace(/\.[^.]+$/, '');
      const outcome = await create({ input: { organizationId: organization.id, name, file } });
      if (!outcome.isDone) tellProblem(outcome.problem);
    }
    setBusy(false);
    refresh();
  };
  const searchLike = async ({ id }: PictureRow) => {
    const answer = await client.query(colorsOfPicture, { id }).toPromise();
    if (answer.error !== undefined) tellProblem(problemOf(answer.error));
    else setSearch({ kind: 'colors', colors: (answer.data?.picture.colors ?? []).slice(0, MOST_COLORS) });
  };
  return { addAll, searchLike };
}

interface SearchBarProps {
  readonly typed: string;
  readonly keywords: readonly string[];
  readonly search: PictureSearch | null;
  readonly onTyped: (next: string) => void;
  readonly onStep: (next: readonly string[]) => void;
  readonly onKeywords: (next: readonly string[]) => void;
  readonly onSearch: (next: PictureSearch | null) => void;
}

function SearchBar({ typed, keywords, search, onTyped, onStep, onKeywords, onSearch }: SearchBarProps) {
  return (
    <PictureSearchBar
      name={typed}
      keywords={keywords}
      search={search}
      onName={(value) => {
        onTyped(value);
        onStep([]);
      }}
      onKeywords={(value) => {
        onKeywords(value);
        onStep([]);
      }}
      onSearch={onSearch}
    />
  );
}

interface AddPicturesProps {
  readonly onFiles: (files: readonly File[]) => Promise<void>;
  readonly isBusy: boolean;
}

function AddPictures({ onFiles, isBusy }: AddPicturesProps) {
  const { t } = useTranslation('pictures');
  return (
    <FileButton
      accept={PICTURE_TYPES}
      multiple
      onChange={(files) => void onFiles(files)}
      inputProps={{ 'aria-label': t('add') }}
    >
      {(props) => (
        <Button {...props} loading={isBusy} leftSection={<IconPhotoPlus size={18} aria-hidden />}>
          {t('add')}
        </Button>
      )}
    </FileButton>
  );
}

interface PictureGridProps {
  readonly error: Parameters<typeof problemOf>[0] | undefined;
  readonly onRetry: () => void;
  readonly pictures: ResultOf<typeof picturesQuery>['organization']['pictures'] | undefined;
  readonly isNarrowed: boolean;
  readonly onColors: ({ id }: PictureRow) => Promise<void>;
  readonly onEdit: (next: PictureRow | null) => void;
  readonly onRemove: (next: PictureRow | null) => void;
  readonly after: readonly string[];
  readonly onStep: (next: readonly string[]) => void;
}

function PictureGrid({
  error,
  onRetry,
  pictures,
  isNarrowed,
  onColors,
  onEdit,
  onRemove,
  after,
  onStep,
}: PictureGridProps) {
  const { t } = useTranslation('pictures');
  const { mayWrite } = useRights();
  return (
    <>
      {error !== undefined && <ProblemNotice problem={problemOf(error)} onRetry={onRetry} />}
      {pictures === undefined && error === undefined && <Loading shape="cards" />}
      {pictures?.nodes.length === 0 &&
        (isNarrowed ? (
          <EmptyState icon={IconPhotoOff} title={t('none.title')} text={t('none.text')} />
        ) : (
          <EmptyState icon={IconPhoto} title={t('empty.title')} text={t('empty.text')} />
        ))}
      <SimpleGrid cols={{ base: 2, sm: 3, md: 4, xl: 6 }}>
        {pictures?.nodes.map((picture) => (
          <PictureCard
            key={picture.id}
            picture={picture}
            mayWrite={mayWrite}
            onColors={() => void onColors(picture)}
            onEdit={() => onEdit(picture)}
            onRemove={() => onRemove(picture)}
          />
        ))}
      </SimpleGrid>
      <Pager after={after} pageInfo={pictures?.pageInfo} onStep={onStep} back={t('back')} next={t('next')} />
    </>
  );
}
