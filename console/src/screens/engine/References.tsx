/** The pictures of an application: added one by one or from a ZIP, with their keywords. */
import { ActionIcon, Badge, Button, FileButton, Group, Paper, Text, Title } from '@mantine/core';
import { IconFileZip, IconPhotoPlus, IconTag, IconTrash } from '../../parts/icons/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../api/query';
import { problemOf, useChange } from '../../api/change';
import type { Problem, ResultOf } from '../../api/graphql';
import { Pager } from '../../parts/Pager';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { Duplicates } from './Duplicates';
import { addReference, deleteReferences, importReferences, referencesQuery } from './engine';
import { ImportProgress } from './ImportProgress';
import { type EditedReference, KeywordsDialog } from './KeywordsDialog';
import { ManifestHint } from './ManifestHint';
import { ReferencePicture } from './ReferencePicture';
import { ReferenceTable } from './ReferenceTable';

const TYPES = 'image/jpeg,image/png,image/gif';

interface Props {
  readonly applicationId: string;
  readonly keepsThumbnails: boolean;
  readonly onChange: () => void;
}

export function References({ applicationId, keepsThumbnails, onChange }: Props) {
  const { t } = useTranslation('engine');
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const [importId, setImportId] = useState<string | null>(null);
  const [after, setAfter] = useState<readonly string[]>([]);
  const [edited, setEdited] = useState<EditedReference | null>(null);
  const [{ data, error }, again] = useQuery({
    query: referencesQuery,
    variables: { id: applicationId, after: after.at(-1) ?? null },
  });
  const references = data?.application.references;
  const { addAll, addZip, refresh, removeOne } = useReferenceChanges({
    again,
    onChange,
    applicationId,
    setRefusal,
    setImportId,
  });
  return (
    <Paper withBorder radius="lg" p="md">
      <ReferencesHead onAdd={addAll} onImport={addZip} />
      {refusal !== null && <ProblemNotice problem={refusal} />}
      {importId !== null && (
        <ImportProgress key={importId} applicationId={applicationId} id={importId} onDone={refresh} />
      )}
      {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
      {references?.nodes.length === 0 && <Text c="dimmed">{t('noReferences')}</Text>}
      {references !== undefined && references.nodes.length > 0 && (
        <ReferenceRows
          references={references.nodes}
          hasPictures={keepsThumbnails}
          onEdit={setEdited}
          onRemove={removeOne}
        />
      )}
      <Pager
        after={after}
        pageInfo={references?.pageInfo}
        onStep={setAfter}
        back={t('back')}
        next={t('next')}
      />
      {references !== undefined && references.nodes.length > 0 && (
        <Duplicates applicationId={applicationId} hasPictures={keepsThumbnails} onDeleted={refresh} />
      )}
      {edited !== null && (
        <KeywordsDialog
          applicationId={applicationId}
          reference={edited}
          onClose={() => setEdited(null)}
          onDone={() => {
            setEdited(null);
            refresh();
          }}
        />
      )}
    </Paper>
  );
}

interface ReferenceRowsProps {
  readonly references: ResultOf<typeof referencesQuery>['application']['references']['nodes'];
  readonly hasPictures: boolean;
  readonly onEdit: (next: EditedReference | null) => void;
  readonly onRemove: (id: string) => Promise<void>;
}

function ReferenceRows({ references, hasPictures, onEdit, onRemove }: ReferenceRowsProps) {
  const { t } = useTranslation('engine');
  return (
    <ReferenceTable
      pictures={hasPictures ? t('picture') : undefined}
      headings={[t('grade'), t('keywords')]}
      rows={references.map(({ id, grade, keywords, thumbnailUrl }) => ({
        id,
        picture: <ReferencePicture id={id} url={thumbnailUrl} />,
        facts: [
          grade === null ? '–' : t('stars', { count: grade }),
          keywords.map((keyword) => (
            <Badge key={keyword} variant="default" tt="none" mr={4}>
              {keyword}
            </Badge>
          )),
        ],
        tools: (
          <ReferenceTools
            id={id}
            onEdit={onEdit}
            keywords={keywords}
            thumbnailUrl={thumbnailUrl}
            onRemove={onRemove}
          />
        ),
      }))}
    />
  );
}

interface ReferenceList {
  readonly again: (options: { requestPolicy: 'network-only' }) => void;
  readonly onChange: () => void;
  readonly applicationId: string;
  readonly setRefusal: (next: Problem | null) => void;
  readonly setImportId: (next: string | null) => void;
}

function useReferenceChanges({ again, onChange, applicationId, setRefusal, setImportId }: ReferenceList) {
  const { t } = useTranslation('engine');
  const { tellProblem, tellDone } = useTell();
  const add = useChange(addReference);
  const send = useChange(importReferences);
  const remove = useChange(deleteReferences);
  const refresh = () => {
    again({ requestPolicy: 'network-only' });
    onChange();
  };
  const addAll = async (files: readonly File[]) => {
    for (const file of files) {
      const id = file.name.replace(/\.[^.]+$/, '');
      const outcome = await add({ applicationId, id, image: file });
      if (!outcome.isDone) tellProblem(outcome.problem);
      else if (outcome.value.nearDuplicates.length > 0) {
        const others = outcome.value.nearDuplicates.map((each) => each.id).join(', ');
        tellDone(t('duplicate', { id, others }));
      }
    }
    refresh();
  };
  const addZip = async (zip: File) => {
    setRefusal(null);
    const outcome = await send({ applicationId, zip });
    if (outcome.isDone) setImportId(outcome.value.id);
    else setRefusal(outcome.problem);
  };
  const removeOne = async (id: string) => {
    const outcome = await remove({ applicationId, ids: [id] });
    if (!outcome.isDone) tellProblem(outcome.problem);
    refresh();
  };
  return { addAll, addZip, refresh, removeOne };
}

interface ReferencesHeadProps {
  readonly onAdd: (files: readonly File[]) => Promise<void>;
  readonly onImport: (zip: File) => Promise<void>;
}

function ReferencesHead({ onAdd, onImport }: ReferencesHeadProps) {
  const { t } = useTranslation('engine');
  return (
    <Group justify="space-between" mb="sm">
      <Title order={3} size="h4">
        {t('referencesTitle')}
      </Title>
      <Group gap="xs">
        <FileButton
          accept={TYPES}
          multiple
          onChange={(files) => void onAdd(files)}
          inputProps={{ 'aria-label': t('add') }}
        >
          {(props) => (
            <Button {...props} size="xs" leftSection={<IconPhotoPlus size={16} aria-hidden />}>
              {t('add')}
            </Button>
          )}
        </FileButton>
        <FileButton
          accept=".zip,application/zip"
          onChange={(zip) => {
            if (zip !== null) void onImport(zip);
          }}
          inputProps={{ 'aria-label': t('import') }}
        >
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              leftSection={<IconFileZip size={16} aria-hidden />}
            >
              {t('import')}
            </Button>
          )}
        </FileButton>
        <ManifestHint />
      </Group>
    </Group>
  );
}

interface ReferenceToolsProps {
  readonly id: string;
  readonly onEdit: (next: EditedReference | null) => void;
  readonly keywords: string[];
  readonly thumbnailUrl: string | null;
  readonly onRemove: (id: string) => Promise<void>;
}

function ReferenceTools({ id, onEdit, keywords, thumbnailUrl, onRemove }: ReferenceToolsProps) {
  const { t } = useTranslation('engine');
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <ActionIcon
        variant="subtle"
        color="gray"
        title={t('keywordsOf', { id })}
        aria-label={t('keywordsOf', { id })}
        onClick={() => onEdit({ id, keywords, thumbnailUrl })}
      >
        <IconTag size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        title={t('remove', { id })}
        aria-label={t('remove', { id })}
        onClick={() => void onRemove(id)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
