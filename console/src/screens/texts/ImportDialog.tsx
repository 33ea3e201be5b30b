/** A spreadsheet comes back: first what it would change and what cannot be taken, then all of it or nothing. */
import { Alert, Badge, Button, FileButton, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../parts/dialogs/Dialog';
import { DialogFooter } from '../../parts/dialogs/DialogFooter';
import type { Problem } from '../../api/graphql';
import { sendUpload } from '../../api/upload';
import { UploadFailed } from '../../api/upload-failed';
import { inUsersWords, fieldSentence } from '../../i18n/server-words';
import { IconAlertTriangle, IconUpload } from '../../parts/icons/icons';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useElementNames } from '../../parts/page-name';
import { Change } from './Change';
import {
  IMPORT_SPREADSHEET,
  PREVIEW_SPREADSHEET,
  type SpreadsheetNote,
  type SpreadsheetPreview,
} from './texts-documents';
import type { TextChanger } from './use-texts';

const TYPES = '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const COLORS = { ADDED: 'teal', CHANGED: 'blue', REMOVED: 'red' } as const;

interface Props {
  readonly placeId: string;
  readonly texts: TextChanger;
  readonly onImported: () => void;
  readonly onClose: () => void;
}

interface Read {
  readonly file: File;
  readonly preview: SpreadsheetPreview;
}

export function ImportDialog({ placeId, texts, onImported, onClose }: Props) {
  const { t } = useTranslation('texts');
  const { read, take, isBusy, problem, run } = useImport({ placeId, texts, onImported, onClose });
  const preview = read?.preview;
  return (
    <Dialog onClose={onClose} title={t('import')} size="xl">
      <Stack gap="sm">
        <Text size="sm">{t('importText')}</Text>
        <FileChoice onFile={take} read={read} isBusy={isBusy} />
        {problem !== null && <ProblemNotice problem={problem} />}
        {preview !== undefined && <Notes notes={preview.refusals} kind="refused" />}
        {preview !== undefined && <Notes notes={preview.warnings} kind="warned" />}
        {preview !== undefined && (
          <Text role="status" size="sm">
            {preview.total === 0 ? t('sameAsThere') : t('wouldChange', { count: preview.total })}
            {preview.total > preview.lines.length && ` ${t('firstShown', { count: preview.lines.length })}`}
          </Text>
        )}
        {preview !== undefined && preview.lines.length > 0 && <Lines lines={preview.lines} />}
        <DialogFooter onClose={onClose}>
          {read !== null && (
            <Button
              loading={isBusy}
              disabled={read.preview.refusals.length > 0 || read.preview.total === 0}
              onClick={() => void run(read)}
            >
              {t('importNow', { count: read.preview.total })}
            </Button>
          )}
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

function useImport({ placeId, texts, onImported, onClose }: Props) {
  const { t } = useTranslation('texts');
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (document: string, file: File) => {
    setBusy(true);
    setProblem(null);
    try {
      const options = { onSent: () => undefined, signal: new AbortController().signal };
      return await sendUpload(document, { documentId: placeId }, file, options);
    } catch (error) {
      if (!(error instanceof UploadFailed)) throw error;
      setProblem(inUsersWords(error.problem));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const take = async (file: File | null) => {
    if (file === null) return;
    setRead(null);
    const answer = await send(PREVIEW_SPREADSHEET, file);
    if (answer !== null) setRead({ file, preview: answer as unknown as SpreadsheetPreview });
  };
  const run = async ({ file }: Read) => {
    const answer = await send(IMPORT_SPREADSHEET, file);
    if (answer === null) return;
    const { changed, undoId } = answer as { readonly changed: number; readonly undoId: string | null };
    texts.done(t('imported', { count: changed }), undoId);
    onImported();
    onClose();
  };
  return { read, take, isBusy, problem, run };
}

interface FileChoiceProps {
  readonly onFile: (file: File | null) => Promise<void>;
  readonly read: Read | null;
  readonly isBusy: boolean;
}

function FileChoice({ onFile, read, isBusy }: FileChoiceProps) {
  const { t } = useTranslation('texts');
  return (
    <Group>
      <FileButton onChange={(file) => void onFile(file)} accept={TYPES}>
        {(props) => (
          <Button
            {...props}
            variant={read === null ? 'filled' : 'default'}
            loading={isBusy && read === null}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {t('chooseFile')}
          </Button>
        )}
      </FileButton>
      {read !== null && <Text className="any-text">{read.file.name}</Text>}
    </Group>
  );
}

interface NotesProps {
  readonly notes: readonly SpreadsheetNote[];
  /** Rows that keep the file from being imported, or rows whose actions readers would not see. */
  readonly kind: 'refused' | 'warned';
}

function Notes({ notes, kind }: NotesProps) {
  const { t } = useTranslation('texts');
  if (notes.length === 0) return null;
  const isRefusal = kind === 'refused';
  return (
    <Alert
      color={isRefusal ? 'red' : 'yellow'}
      variant="light"
      role={isRefusal ? 'alert' : 'status'}
      icon={<IconAlertTriangle aria-hidden />}
    >
      {t(kind, { count: notes.length })}
      <Table mt="xs" layout="auto">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('row')}</Table.Th>
            <Table.Th>{t('column')}</Table.Th>
            <Table.Th>{t('reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {notes.map(({ table, row, column, message }, at) => (
            <Table.Tr key={at}>
              <Table.Td>{row === null || table === null ? '' : t(`rowOf.${table}`, { row })}</Table.Td>
              <Table.Td>{column}</Table.Td>
              <Table.Td className="any-text">{fieldSentence(message)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Alert>
  );
}

function Lines({ lines }: Pick<SpreadsheetPreview, 'lines'>) {
  const { t } = useTranslation('texts');
  const names = useElementNames();
  return (
    <ul className="texts-changes plain-list" aria-label={t('changes')} tabIndex={0}>
      {lines.map(({ table, row, kind, element, languageCode, name, cells }) => (
        <li key={`${table} ${row}`}>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <Badge color={COLORS[kind]} variant="light" tt="none">
              {t(`kinds.${kind}`)}
            </Badge>
            <span className="any-text">
              {`${t(`rowOf.${table}`, { row })} · ${names.label(element.label.slice(0, 160))} · ${languageCode}`}
            </span>
          </Group>
          {kind === 'REMOVED' && <Change before={name} after="" />}
          {cells
            .filter(({ column }) => !['ElementId', 'LanguageCode'].includes(column))
            .map(({ column, before, after }) => (
              <div key={column} className="texts-column">
                <Text span size="xs" c="dimmed">
                  {column}
                </Text>
                <Change before={before} after={after} />
              </div>
            ))}
        </li>
      ))}
    </ul>
  );
}
