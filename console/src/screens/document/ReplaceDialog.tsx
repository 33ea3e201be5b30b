/** Replaces the document's file: shows first which page becomes which, then makes the change. */
import { Alert, Button, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { Dialog } from '../../parts/dialogs/Dialog';
import { DialogFooter } from '../../parts/dialogs/DialogFooter';
import { IconFileUpload } from '../../parts/icons/icons';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { sendInParts } from '../../api/resumable-upload';
import { UploadFailed } from '../../api/upload-failed';
import { useFormats } from '../../i18n/format';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { planReplacement, replaceFile } from './documents';
import { type ComparedPages, PlannedComparison } from './PlannedComparison';
import { type OldPage, type Planned, NEW, PlanTable } from './PlanTable';

interface Props {
  readonly document: { readonly id: string; readonly version: string; readonly images: readonly OldPage[] };
  readonly onClose: () => void;
  /** Reads the document again. */
  readonly onChanged: () => void;
}

export function ReplaceDialog({ document, onClose, onChanged }: Props) {
  const { t } = useTranslation('document');
  const [compared, setCompared] = useState<ComparedPages | null>(null);
  const { uploadId, planned, chosen, plan, sent, problem, setChosen, replace, isReplacing } = useReplacement({
    document,
    onChanged,
    onClose,
  });
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
    <Dialog onClose={onClose} title={t('replace')} size={planned === null ? 'xl' : 960}>
      <Stack gap="md">
        {planned === null && <NewFile onFile={plan} sent={sent} />}
        {sent !== null && <Sending sent={sent} />}
        {problem !== null && <ProblemNotice problem={problem} />}
        {planned !== null && (
          <Plan
            planned={planned}
            chosen={chosen}
            document={document}
            onChosen={setChosen}
            onCompared={setCompared}
            gone={gone}
            isTwice={isTwice}
          />
        )}
        <DialogFooter onClose={onClose}>
          {planned !== null && (
            <Button onClick={() => void replace()} disabled={isTwice || sent !== null} loading={isReplacing}>
              {t('replaceNow')}
            </Button>
          )}
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

/** The file that replaces the one of now: sent, planned, and put in its place. */
function useReplacement({ document, onChanged, onClose }: Props) {
  const { t } = useTranslation('document');
  const { tellDone } = useTell();
  const client = useClient();
  const [uploadId, setUploadId] = useState<string | null>(null);
  const [planned, setPlanned] = useState<readonly Planned[] | null>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
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
  return { uploadId, planned, chosen, plan, sent, problem, setChosen, replace, isReplacing };
}

interface PlanProps {
  readonly planned: readonly Planned[];
  readonly chosen: readonly string[];
  readonly document: Props['document'];
  readonly onChosen: (next: readonly string[]) => void;
  readonly onCompared: (next: ComparedPages | null) => void;
  readonly gone: readonly OldPage[];
  readonly isTwice: boolean;
}

function Plan({ planned, chosen, document, onChosen, onCompared, gone, isTwice }: PlanProps) {
  const { t } = useTranslation('document');
  return (
    <>
      <Text size="sm">{t('planText')}</Text>
      <PlanTable
        planned={planned}
        chosen={chosen}
        oldPages={document.images}
        onChosen={onChosen}
        onCompare={onCompared}
      />
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
  );
}

function Sending({ sent }: { readonly sent: number }) {
  const { t } = useTranslation('document');
  const { percent } = useFormats();
  return (
    <div role="status">
      <Text size="sm">{sent < 1 ? t('sending', { share: percent(sent) }) : t('comparing')}</Text>
      <Progress value={sent * 100} animated={sent === 1} aria-label={t('replace')} />
    </div>
  );
}

interface NewFileProps {
  readonly onFile: (file: File) => Promise<void>;
  readonly sent: number | null;
}

function NewFile({ onFile, sent }: NewFileProps) {
  const { t } = useTranslation('document');
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('replaceText')} {t('keepsEarlier')}
      </Text>
      <Dropzone
        onDrop={([next]) => next !== undefined && void onFile(next)}
        multiple={false}
        loading={sent !== null}
      >
        <Stack align="center" gap={4} py="lg">
          <IconFileUpload size={40} stroke={1.2} aria-hidden />
          <Text>{t('replaceDrop')}</Text>
        </Stack>
      </Dropzone>
    </>
  );
}
