/** All titles and actions of a document, folder or organization: seen at once, edited in place, replaced, sent and brought back. */
import { Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useParams } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultOf } from '../../api/graphql';
import type { TextChanger } from './use-texts';
import { problemOf } from '../../api/change';
import { useQuery } from '../../api/query';
import { useQueryWithPreviousData } from '../../api/previous-data-query';
import { useRights } from '../../api/session';
import { useFormats } from '../../i18n/format';
import { PastDraft } from '../../parts/drafts/PastDraft';
import { EmptyState } from '../../parts/EmptyState';
import { IconSearch, IconTable, IconUpload } from '../../parts/icons/icons';
import { Loading } from '../../parts/Loading';
import { NotFound } from '../../parts/NotFound';
import { PathLinks } from '../../parts/PathLinks';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { ExportMenu } from './ExportMenu';
import { ImportDialog } from './ImportDialog';
import { ReplaceTextsDialog } from './ReplaceTextsDialog';
import { TableFilter, type TableFilterState } from './TableFilter';
import './texts.css';
import { TextTable } from './TextTable';
import { placeQuery, tableQuery } from './texts-documents';
import { useTexts } from './use-texts';

/** Rows of a part. */
const FIRST = 50;
/** Columns that stand side by side without being asked for. */
const SHOWN_LANGUAGES = 3;
const TYPED_MS = 250;
const EVERYTHING: TableFilterState = { text: '', untranslatedIn: null };

export function TextsScreen() {
  const { t } = useTranslation('texts');
  const { placeId = '' } = useParams({ strict: false });
  const [{ data, error }, again] = useQuery({ query: placeQuery, variables: { id: placeId } });
  const place = data?.place;
  if (error !== undefined && data === undefined)
    return (
      <ProblemNotice problem={problemOf(error)} onRetry={() => again({ requestPolicy: 'network-only' })} />
    );
  if (data === undefined) return <Loading height={480} />;
  if (place == null || !('path' in place)) return <NotFound />;
  const isDocument = place.__typename === 'Document';
  return (
    <Texts
      key={place.id}
      placeId={place.id}
      title={t('title', { name: place.name.slice(0, 200) })}
      path={place.path}
      isDocument={isDocument}
    />
  );
}

type Dialog = 'replace' | 'import';
type TextTableData = ResultOf<typeof tableQuery>['textTable'];

interface Props {
  readonly placeId: string;
  readonly title: string;
  readonly path: readonly { readonly id: string; readonly name: string }[];
  readonly isDocument: boolean;
}

function Texts({ placeId, title, path, isDocument }: Props) {
  const { t } = useTranslation('texts');
  const { mayWrite } = useRights();
  /** Number of the first row that is shown. */
  const [skip, setSkip] = useState(0);
  const [filter, setFilter] = useState(EVERYTHING);
  const [text] = useDebouncedValue(filter.text.trim(), TYPED_MS);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [{ data, error, fetching }, again] = useQueryWithPreviousData({
    query: tableQuery,
    variables: { elementId: placeId, skip, first: FIRST, text, untranslatedIn: filter.untranslatedIn },
  });
  const refresh = useCallback(() => again({ requestPolicy: 'network-only' }), [again]);
  const texts = useTexts(placeId, refresh);
  const table = data?.textTable;
  const languages = useMemo(() => table?.languages ?? [], [table]);
  const shown = chosen ?? languages.slice(0, SHOWN_LANGUAGES);
  const isFiltered = text !== '' || filter.untranslatedIn !== null;
  const total = table?.total ?? 0;
  return (
    <Screen
      title={title}
      text={t('text')}
      above={<PathLinks path={path} isDocument={isDocument} />}
      actions={<TextsTools placeId={placeId} onDialog={setDialog} table={table} />}
    >
      {isDocument && mayWrite && <PastDraft documentId={placeId} />}
      {error !== undefined && table === undefined && (
        <ProblemNotice problem={problemOf(error)} onRetry={refresh} />
      )}
      {table === undefined && error === undefined && <Loading shape="rows" />}
      {table !== undefined && total === 0 && !isFiltered && <NoTexts placeId={placeId} />}
      {table !== undefined && (total > 0 || isFiltered) && (
        <FilteredTable
          filter={filter}
          onFilter={setFilter}
          onSkip={setSkip}
          languages={languages}
          shown={shown}
          onShown={setChosen}
          table={table}
          total={total}
          fetching={fetching}
          texts={texts}
          skip={skip}
        />
      )}
      <TextsDialog
        dialog={dialog}
        placeId={placeId}
        languages={languages}
        texts={texts}
        onImported={refresh}
        onClose={() => setDialog(null)}
      />
    </Screen>
  );
}

function NoTexts({ placeId }: { readonly placeId: string }) {
  const { t } = useTranslation('texts');
  return (
    <EmptyState icon={IconTable} title={t('empty')} text={t('emptyText')}>
      <Button component={Link} to={`/library/${placeId}`} variant="light">
        {t('toLibrary')}
      </Button>
    </EmptyState>
  );
}

interface TextsDialogProps {
  readonly dialog: Dialog | null;
  readonly placeId: string;
  readonly languages: TextTableData['languages'];
  readonly texts: ReturnType<typeof useTexts>;
  readonly onImported: () => void;
  readonly onClose: () => void;
}

function TextsDialog({ dialog, onImported, languages, ...of }: TextsDialogProps) {
  switch (dialog) {
    case 'replace':
      return <ReplaceTextsDialog {...of} languages={languages} />;
    case 'import':
      return <ImportDialog {...of} onImported={onImported} />;
    case null:
      return null;
  }
}

interface FilteredTableProps {
  readonly filter: TableFilterState;
  readonly onFilter: (next: TableFilterState) => void;
  readonly onSkip: (next: number) => void;
  readonly languages: string[];
  readonly shown: readonly string[];
  readonly onShown: (next: readonly string[] | null) => void;
  readonly table: TextTableData;
  readonly total: number;
  readonly fetching: boolean;
  readonly texts: TextChanger;
  readonly skip: number;
}

function FilteredTable({
  filter,
  onFilter,
  onSkip,
  languages,
  shown,
  onShown,
  table,
  total,
  fetching,
  texts,
  skip,
}: FilteredTableProps) {
  const { t } = useTranslation('texts');
  const { mayWrite } = useRights();
  return (
    <>
      <TableFilter
        filter={filter}
        onFilter={(changed) => {
          onFilter(changed);
          onSkip(0);
        }}
        languages={languages}
        shown={shown}
        onShown={onShown}
        documents={table.documents}
        onJump={onSkip}
      />
      {total === 0 && <Text c="dimmed">{t('noRow')}</Text>}
      {total > 0 && (
        <div aria-busy={fetching}>
          <TextTable rows={table.rows} languages={shown} texts={texts} mayWrite={mayWrite} />
        </div>
      )}
      {(total > FIRST || skip > 0) && <RowSteps skip={skip} onSkip={onSkip} total={total} />}
    </>
  );
}

interface TextsToolsProps {
  readonly placeId: Props['placeId'];
  readonly onDialog: (next: 'replace' | 'import' | null) => void;
  readonly table: { readonly total: number } | undefined;
}

function TextsTools({ placeId, onDialog, table }: TextsToolsProps) {
  const { t } = useTranslation('texts');
  const { mayWrite } = useRights();
  return (
    <>
      <ExportMenu placeId={placeId} />
      {mayWrite && (
        <>
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={() => onDialog('import')}
          >
            {t('import')}
          </Button>
          <Button
            leftSection={<IconSearch size={16} aria-hidden />}
            onClick={() => onDialog('replace')}
            disabled={table === undefined || table.total === 0}
          >
            {t('replace')}
          </Button>
        </>
      )}
    </>
  );
}

interface RowStepsProps {
  readonly skip: number;
  readonly onSkip: (next: number) => void;
  readonly total: number;
}

function RowSteps({ skip, onSkip, total }: RowStepsProps) {
  const { t } = useTranslation('texts');
  const formats = useFormats();
  return (
    <Group justify="center" mt="md">
      <Button variant="default" disabled={skip === 0} onClick={() => onSkip(Math.max(0, skip - FIRST))}>
        {t('back')}
      </Button>
      <Text size="sm">
        {t('rows', {
          from: formats.number(Math.min(skip + 1, total)),
          to: formats.number(Math.min(skip + FIRST, total)),
          total: formats.number(total),
        })}
      </Text>
      <Button variant="default" disabled={skip + FIRST >= total} onClick={() => onSkip(skip + FIRST)}>
        {t('next')}
      </Button>
    </Group>
  );
}
