/** Replaces the document's file: shows first which page becomes which, then makes the change. */
import {
  Alert,
  Badge,
  Button,
  Group,
  Modal,
  Progress,
  Select,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { DialogFooter } from '../../parts/DialogFooter';
import { IconFileUpload } from '../../parts/icons/icons';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import type { Problem, Success } from '../../api/graphql';
import { sendInParts } from '../../api/resumable-upload';
import { UploadFailed } from '../../api/upload-failed';
import { useFormats } from '../../i18n/format';
import { ownNameOfPage } from '../../parts/page-name';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Recognizability } from '../../parts/Recognizability';
import { useTell } from '../../parts/tell';
import { planReplacement, replaceFile } from './documents';
import { type ComparedPages, PlannedComparison } from './PlannedComparison';

interface OldPage {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly smallThumbnailUrl: string | null;
}

interface Props {
  readonly document: { readonly id: string; readonly version: string; readonly images: readonly OldPage[] };
  readonly onClose: () => void;
  /** Reads the document again. */
  readonly onChanged: () => void;
}

type Planned = Success<typeof planReplacement>['pages'][number];

const FATES = { Same: 'gray', Moved: 'ink', Changed: 'orange', New: 'teal' } as const;
const NEW = 'new';

export function ReplaceDialog({ document, onClose, onChanged }: Props) {
  const { t } = useTranslation('document');
  const { percent } = useFormats();
  const { tellDone } = useTell();
  const client = useClient();
  const [uploadId, setUploadId] = useState<string | null>(null);
  const [planned, setPlanned] = useState<readonly Planned[] | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [compared, setCompared] = useState<ComparedPages | null>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const plan = async (file: File) => {
    const { signal } = (controller.current = new AbortController());
    setProblem(null);
    setSent(0);
    try {
      const id = await sendInParts(file, { onSent: setSent, signal });
      setSent(1);
      const outcome = await change(client, planReplacement, { id: document.id, uploadId: id });
      if (!outcome.isDone) return setProblem(outcome.problem);
      setUploadId(id);
      setPlanned(outcome.value.pages);
      setChosen(outcome.value.pages.map(({ image }) => image?.id ?? NEW));
    } catch (error) {
      if (error instanceof UploadFailed) setProblem(error.problem);
    } finally {
      controller.current = null;
      setSent(null);
    }
  };
  const replace = async () => {
    if (uploadId === null) return;
    setReplacing(true);
    const outcome = await change(client, replaceFile, {
      id: document.id,
      uploadId,
      pages: chosen.map((id) => (id === NEW ? null : id)),
      ifVersion: document.version,
    });
    setReplacing(false);
    // After a refusal the document is read again, so that the file, which is there, can go into what it is now.
    onChanged();
    if (!outcome.isDone) return setProblem(outcome.problem);
    tellDone(t('replaced'));
    onClose();
  };
  const labelOf = (order: number, name: string) => {
    const own = ownNameOfPage(name);
    return [t('pageNumber', { number: order }), own]
      .filter((part) => part !== '')
      .join(' · ')
      .slice(0, 80);
  };
  if (compared !== null && uploadId !== null) {
    return (
      <PlannedComparison
        documentId={document.id}
        uploadId={uploadId}
        {...compared}
        onBack={() => setCompared(null)}
        onClose={onClose}
      />
    );
  }
  const gone = planned === null ? [] : document.images.filter(({ id }) => !chosen.includes(id));
  const isTwice = chosen.some((id, index) => id !== NEW && chosen.indexOf(id) !== index);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('replace')}
      size={planned === null ? 'xl' : 960}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        {planned === null && (
          <>
            <Text size="sm" c="dimmed">
              {t('replaceText')} {t('keepsEarlier')}
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
            <Table.ScrollContainer minWidth={720}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('newPage')}</Table.Th>
                    <Table.Th>{t('continues')}</Table.Th>
                    <Table.Th>{t('fate')}</Table.Th>
                    <Table.Th>{t('common:recognizability.title')}</Table.Th>
                    <Table.Th>
                      <VisuallyHidden>{t('compare')}</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {planned.map((page, index) => {
                    const fate = fateOf(page, chosen[index] ?? NEW);
                    return (
                      <Table.Tr key={page.order}>
                        <Table.Td>
                          <Group gap="sm" wrap="nowrap">
                            {page.thumbnail !== null && (
                              <img
                                src={`data:image/jpeg;base64,${page.thumbnail}`}
                                alt=""
                                className="plan-picture"
                              />
                            )}
                            <span className="plan-number">{t('pageNumber', { number: page.order })}</span>
                          </Group>
                        </Table.Td>
                        <Table.Td>
                          <Group gap="sm" wrap="nowrap">
                            <OldPicture page={document.images.find(({ id }) => id === chosen[index])} />
                            <Select
                              aria-label={t('continuesOf', { number: page.order })}
                              size="xs"
                              className="plan-choice"
                              value={chosen[index] ?? NEW}
                              data={[
                                { value: NEW, label: t('nothingBefore') },
                                ...document.images.map(({ id, order, name }) => ({
                                  value: id,
                                  label: labelOf(order, name),
                                })),
                              ]}
                              onChange={(value) => value !== null && setChosen(chosen.with(index, value))}
                              allowDeselect={false}
                            />
                          </Group>
                        </Table.Td>
                        <Table.Td>
                          <Group gap={4}>
                            <Badge variant="light" color={FATES[fate]} tt="none" className="plan-fate">
                              {t(`fates.${fate}`)}
                            </Badge>
                            {isAltered(page, chosen[index] ?? NEW) && (
                              <Badge variant="light" color="orange" tt="none" className="plan-fate">
                                {t('looksDifferent')}
                              </Badge>
                            )}
                          </Group>
                        </Table.Td>
                        <Table.Td>
                          <Recognizability {...page.recognizability} isShort />
                        </Table.Td>
                        <Table.Td>
                          {chosen[index] !== undefined && chosen[index] !== NEW && (
                            <Button
                              size="compact-sm"
                              variant="subtle"
                              aria-label={t('comparePage', { number: page.order })}
                              onClick={() => setCompared({ page: page.order, imageId: chosen[index] ?? '' })}
                            >
                              {t('compare')}
                            </Button>
                          )}
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
        <DialogFooter onClose={onClose}>
          {planned !== null && (
            <Button onClick={() => void replace()} disabled={isTwice || sent !== null} loading={isReplacing}>
              {t('replaceNow')}
            </Button>
          )}
        </DialogFooter>
      </Stack>
    </Modal>
  );
}

function OldPicture({ page }: { readonly page: OldPage | undefined }) {
  const url = page?.smallThumbnailUrl ?? null;
  return url === null ? <div className="plan-picture" /> : <img src={url} alt="" className="plan-picture" />;
}

/** What becomes of a page after the user's correction. */
function fateOf({ fate, image }: Planned, chosenId: string): keyof typeof FATES {
  if (chosenId === (image?.id ?? NEW)) return fate;
  return chosenId === NEW ? 'New' : 'Changed';
}

/** Whether it keeps its titles, actions and zones, and does not look as before. */
function isAltered({ hasSamePicture, image }: Planned, chosenId: string): boolean {
  return hasSamePicture === false && chosenId === image?.id;
}
