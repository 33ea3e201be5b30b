/** Another file in the place of the document's: first a look at which page becomes which, then the change. */
import { Alert, Badge, Button, Group, Modal, Progress, Select, Stack, Table, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../api/graphql';
import { sendUpload, UploadFailed } from '../../api/upload';
import { useFormats } from '../../i18n/format';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Recognizability } from '../../parts/Recognizability';
import { useTell } from '../../parts/tell';
import { PLAN, REPLACE } from './documents';

interface OldPage {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly smallThumbnailUrl: string | null;
}

interface Props {
  readonly document: { readonly id: string; readonly version: string; readonly images: readonly OldPage[] };
  readonly onClose: () => void;
  readonly onReplaced: () => void;
}

interface Planned {
  readonly order: number;
  readonly fate: 'Changed' | 'Moved' | 'New' | 'Same';
  readonly image: { readonly id: string } | null;
  readonly recognizability: {
    readonly grade: number | null;
    readonly isRecognizable: boolean;
    readonly reason: string | null;
  };
}

const FATES = { Same: 'gray', Moved: 'ink', Changed: 'orange', New: 'teal' } as const;
const NEW = 'new';

export function ReplaceDialog({ document, onClose, onReplaced }: Props) {
  const { t } = useTranslation('document');
  const { percent } = useFormats();
  const { tellDone } = useTell();
  const [file, setFile] = useState<File | null>(null);
  const [planned, setPlanned] = useState<readonly Planned[] | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const upload = async (query: string, variables: object, what: File) => {
    controller.current = new AbortController();
    setProblem(null);
    setSent(0);
    try {
      return await sendUpload(query, variables, what, { onSent: setSent, signal: controller.current.signal });
    } catch (error) {
      if (error instanceof UploadFailed) setProblem(error.problem);
      return null;
    } finally {
      setSent(null);
    }
  };
  const plan = async (next: File) => {
    setFile(next);
    const answer = await upload(PLAN, { id: document.id }, next);
    if (answer === null) return;
    const pages = answer['pages'] as readonly Planned[];
    setPlanned(pages);
    setChosen(pages.map(({ image }) => image?.id ?? NEW));
  };
  const replace = async () => {
    if (file === null) return;
    const pages = chosen.map((id) => (id === NEW ? null : id));
    const answer = await upload(REPLACE, { id: document.id, pages, ifVersion: document.version }, file);
    if (answer === null) return;
    tellDone(t('replaced'));
    onReplaced();
    onClose();
  };
  const gone = planned === null ? [] : document.images.filter(({ id }) => !chosen.includes(id));
  const isTwice = chosen.some((id, index) => id !== NEW && chosen.indexOf(id) !== index);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('replace')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        {planned === null && (
          <>
            <Text size="sm" c="dimmed">
              {t('replaceText')}
            </Text>
            <Dropzone
              onDrop={([next]) => next !== undefined && void plan(next)}
              multiple={false}
              loading={sent !== null}
            >
              <Stack align="center" gap={4} py="lg">
                <IconFileUpload size={40} stroke={1.2} aria-hidden />
                <Text>{t('replaceDrop')}</Text>
              </Stack>
            </Dropzone>
          </>
        )}
        {sent !== null && (
          <div role="status">
            <Text size="sm">{sent < 1 ? t('sending', { share: percent(sent) }) : t('comparing')}</Text>
            <Progress value={sent * 100} animated={sent === 1} aria-label={t('replace')} />
          </div>
        )}
        {problem !== null && <ProblemNotice problem={problem} />}
        {planned !== null && (
          <>
            <Text size="sm">{t('planText')}</Text>
            <Table.ScrollContainer minWidth={480}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('newPage')}</Table.Th>
                    <Table.Th>{t('continues')}</Table.Th>
                    <Table.Th>{t('fate')}</Table.Th>
                    <Table.Th>{t('common:recognizability.title')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {planned.map((page, index) => {
                    const fate = fateOf(page, chosen[index] ?? NEW);
                    return (
                      <Table.Tr key={page.order}>
                        <Table.Td>{t('pageNumber', { number: page.order })}</Table.Td>
                        <Table.Td>
                          <Select
                            aria-label={t('continuesOf', { number: page.order })}
                            size="xs"
                            value={chosen[index] ?? NEW}
                            data={[
                              { value: NEW, label: t('nothingBefore') },
                              ...document.images.map(({ id, order, name }) => ({
                                value: id,
                                label: `${order}. ${name.slice(0, 60)}`,
                              })),
                            ]}
                            onChange={(value) => value !== null && setChosen(chosen.with(index, value))}
                            allowDeselect={false}
                          />
                        </Table.Td>
                        <Table.Td>
                          <Badge variant="light" color={FATES[fate]}>
                            {t(`fates.${fate}`)}
                          </Badge>
                        </Table.Td>
                        <Table.Td>
                          <Recognizability {...page.recognizability} isShort />
                        </Table.Td>
                      </Table.Tr>
                    );
                  })}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            {gone.length > 0 && (
              <Alert color="orange" variant="light" role="status">
                {t('gone', { count: gone.length, pages: gone.map(({ order }) => order).join(', ') })}
              </Alert>
            )}
            {isTwice && (
              <Alert color="red" variant="light" role="alert">
                {t('twice')}
              </Alert>
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          {planned !== null && (
            <Button onClick={() => void replace()} disabled={isTwice || sent !== null}>
              {t('replaceNow')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** What becomes of a page after the user's correction. */
function fateOf({ fate, image }: Planned, chosenId: string): keyof typeof FATES {
  if (chosenId === (image?.id ?? NEW)) return fate;
  return chosenId === NEW ? 'New' : 'Changed';
}
