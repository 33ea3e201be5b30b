/** One application: its keys, its references, imports from a ZIP, and searches with a picture. */
import {
  Badge,
  Button,
  Code,
  FileButton,
  Group,
  Paper,
  Progress,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { IconFileZip, IconPhotoPlus, IconPhotoSearch, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from 'urql';
import { problemOf, useChange } from '../../api/change';
import { useFormats } from '../../i18n/format';
import { Confirm } from '../../parts/Confirm';
import { Copy } from '../../parts/Copy';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import {
  addReference,
  type ApplicationRow,
  deleteReferences,
  importQuery,
  importReferences,
  referencesQuery,
  rotateKeys,
} from './engine';
import './engine.css';
import { Playground } from './Playground';

const TYPES = 'image/jpeg,image/png,image/gif';
const ASK_EVERY_MS = 1000;

interface Props {
  readonly application: ApplicationRow;
  readonly onChange: () => void;
}

export function ApplicationView({ application, onChange }: Props) {
  const { t } = useTranslation('engine');
  const formats = useFormats();
  const { tellDone, tellProblem } = useTell();
  const rotate = useChange(rotateKeys);
  const add = useChange(addReference);
  const send = useChange(importReferences);
  const remove = useChange(deleteReferences);
  const [isAsked, setAsked] = useState(false);
  const [importId, setImportId] = useState<string | null>(null);
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }, again] = useQuery({
    query: referencesQuery,
    variables: { id: application.id, after },
  });
  const refresh = () => {
    again({ requestPolicy: 'network-only' });
    onChange();
  };
  const addAll = async (files: readonly File[]) => {
    for (const file of files) {
      const id = file.name.replace(/\.[^.]+$/, '');
      const outcome = await add({ applicationId: application.id, id, image: file });
      if (!outcome.isDone) tellProblem(outcome.problem);
      else if (outcome.value.nearDuplicates.length > 0) {
        tellDone(
          t('duplicate', { id, others: outcome.value.nearDuplicates.map((each) => each.id).join(', ') }),
        );
      }
    }
    refresh();
  };
  const references = data?.application.references;
  const month = application.months[0];
  return (
    <Stack>
      <Paper withBorder radius="lg" p="md">
        <Title order={2} size="h4" className="any-text">
          {application.name}
        </Title>
        {month !== undefined && (
          <Text size="sm" c="dimmed">
            {t('month', {
              month: month.month,
              searches: formats.number(month.searches),
              found: formats.number(month.searchesWithResult),
              added: formats.number(month.imagesAdded),
            })}
          </Text>
        )}
        {[
          { name: t('modifyKey'), key: application.modifyKey },
          { name: t('queryKey'), key: application.queryKey },
        ].map(({ name, key }) =>
          key === null ? null : (
            <Group key={name} gap="xs" mt="xs">
              <Text size="sm">{name}</Text>
              <Code className="any-text">{key}</Code>
              <Copy text={key} />
            </Group>
          ),
        )}
        <Button
          mt="sm"
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          {t('rotate')}
        </Button>
      </Paper>
      <Paper withBorder radius="lg" p="md">
        <Group justify="space-between" mb="sm">
          <Title order={3} size="h4">
            {t('referencesTitle')}
          </Title>
          <Group gap="xs">
            <FileButton
              accept={TYPES}
              multiple
              onChange={(files) => void addAll(files)}
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
                if (zip === null) return;
                void send({ applicationId: application.id, zip }).then((outcome) => {
                  if (outcome.isDone) setImportId(outcome.value.id);
                  else tellProblem(outcome.problem);
                });
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
          </Group>
        </Group>
        {importId !== null && (
          <Import key={importId} applicationId={application.id} id={importId} onDone={refresh} />
        )}
        {error !== undefined && <ProblemNotice problem={problemOf(error)} />}
        {references?.nodes.length === 0 && <Text c="dimmed">{t('noReferences')}</Text>}
        {references !== undefined && references.nodes.length > 0 && (
          <Table.ScrollContainer minWidth={420}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{t('id')}</Table.Th>
                  <Table.Th scope="col">{t('grade')}</Table.Th>
                  <Table.Th scope="col">{t('keywords')}</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {references.nodes.map(({ id, grade, keywords }) => (
                  <Table.Tr key={id}>
                    <Table.Th scope="row" fw={500} className="any-text">
                      {id}
                    </Table.Th>
                    <Table.Td>{grade === null ? '–' : t('stars', { count: grade })}</Table.Td>
                    <Table.Td>
                      {keywords.map((keyword) => (
                        <Badge key={keyword} variant="default" tt="none" mr={4}>
                          {keyword}
                        </Badge>
                      ))}
                    </Table.Td>
                    <Table.Td ta="right">
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        color="gray"
                        aria-label={t('remove', { id })}
                        onClick={() =>
                          void remove({ applicationId: application.id, ids: [id] }).then((outcome) => {
                            if (!outcome.isDone) tellProblem(outcome.problem);
                            refresh();
                          })
                        }
                      >
                        <IconTrash size={16} aria-hidden />
                      </Button>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {references !== undefined && (after !== null || references.pageInfo.hasNextPage) && (
          <Group justify="center" mt="sm">
            <Button variant="default" disabled={after === null} onClick={() => setAfter(null)}>
              {t('first')}
            </Button>
            <Button
              variant="default"
              disabled={!references.pageInfo.hasNextPage}
              onClick={() => setAfter(references.pageInfo.endCursor)}
            >
              {t('next')}
            </Button>
          </Group>
        )}
      </Paper>
      <Paper withBorder radius="lg" p="md">
        <Group gap="xs" mb="sm">
          <IconPhotoSearch size={22} aria-hidden />
          <Title order={3} size="h4">
            {t('try')}
          </Title>
        </Group>
        <Playground applicationId={application.id} />
      </Paper>
      {isAsked && (
        <Confirm
          text={t('rotateText')}
          action={t('rotate')}
          onClose={() => setAsked(false)}
          onYes={async () => {
            const outcome = await rotate({ id: application.id });
            if (!outcome.isDone) tellProblem(outcome.problem);
          }}
        />
      )}
    </Stack>
  );
}

function Import({
  applicationId,
  id,
  onDone,
}: {
  readonly applicationId: string;
  readonly id: string;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('engine');
  const [{ data }, again] = useQuery({ query: importQuery, variables: { applicationId, id } });
  const run = data?.application.referenceImport;
  const isOver = run?.state === 'Done' || run?.state === 'Failed';
  useEffect(() => {
    if (isOver) {
      onDone();
      return undefined;
    }
    const timer = setInterval(() => again({ requestPolicy: 'network-only' }), ASK_EVERY_MS);
    return () => clearInterval(timer);
    // Told once, when it is over.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);
  if (run === undefined) return null;
  return (
    <Stack gap={4} mb="md">
      <Progress value={100 * run.progress} aria-label={t('importing')} />
      <Text size="sm" role="status">
        {t('imported', { added: run.added, refused: run.refused, total: run.total })}
      </Text>
      {run.failureReason !== null && <Text size="sm">{run.failureReason}</Text>}
      {run.lines.map(({ fileName, message }) => (
        <Text key={fileName} size="sm" className="any-text">
          {t('refusedLine', { fileName, message: message ?? '' })}
        </Text>
      ))}
    </Stack>
  );
}
