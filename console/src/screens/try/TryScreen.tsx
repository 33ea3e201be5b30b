/** Try a photo out: the answer, drawn on the photo, and why. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone, IMAGE_MIME_TYPE } from '@mantine/dropzone';
import { IconCamera, IconPhotoScan, IconPhotoUp } from '../../parts/icons/icons';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { useViewer } from '../../api/session';
import { LanguageSelect } from '../../parts/LanguageSelect';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { Screen } from '../../parts/Screen';
import { CameraDialog } from './CameraDialog';
import { TrialResult } from './TrialResult';
import { type Trial, tryRecognition } from './try-documents';
import './try.css';

export function TryScreen() {
  const { t } = useTranslation('try');
  const { organization } = useViewer();
  const { photo, trial, problem, setProblem, isBusy, look } = useTrial();
  const [reader, setReader] = useState(organization.languageCode);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const address = useAddress(photo);
  return (
    <Screen
      title={t('title')}
      text={t('text')}
      actions={
        <LanguageSelect
          label={t('language')}
          value={reader}
          onChange={(code) => {
            setReader(code);
            if (photo !== null) void look(photo, code);
          }}
        />
      }
    >
      <Stack gap="lg">
        <PhotoDrop isBusy={isBusy} onPhoto={look} reader={reader} onProblem={setProblem} photo={photo} />
        <Group justify="center">
          <Button
            variant="light"
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={() => setCameraOpen(true)}
          >
            {t('camera')}
          </Button>
        </Group>
        {problem !== null && <ProblemNotice problem={problem} />}
        {isBusy && <Loading height={320} />}
        {trial !== null && address !== null && <TrialResult trial={trial} photoUrl={address} />}
        {photo === null && problem === null && <TryHint />}
      </Stack>
      <CameraDialog
        isOpen={isCameraOpen}
        onClose={() => setCameraOpen(false)}
        onPhoto={(taken) => {
          setCameraOpen(false);
          void look(taken, reader);
        }}
      />
    </Screen>
  );
}

/** The photo that is tried, and what came of it. */
function useTrial() {
  const { organization } = useViewer();
  const send = useChange(tryRecognition);
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [trial, setTrial] = useState<Trial | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const look = async (file: Blob, languageCode: string) => {
    setPhoto(file);
    setProblem(null);
    setTrial(null);
    setBusy(true);
    const outcome = await send({ organizationId: organization.id, photo: file, languageCode });
    setBusy(false);
    if (!outcome.isDone) setProblem(outcome.problem);
    else if ('candidates' in outcome.value) setTrial(outcome.value);
  };
  return { photo, trial, problem, setProblem, isBusy, look };
}

function TryHint() {
  const { t } = useTranslation('try');
  return (
    <Stack align="center" c="dimmed" gap={4}>
      <IconPhotoScan size={40} stroke={1.2} aria-hidden />
      <Text ta="center" maw={460}>
        {t('hint')}
      </Text>
    </Stack>
  );
}

interface PhotoDropProps {
  readonly isBusy: boolean;
  readonly onPhoto: (file: Blob, languageCode: string) => Promise<void>;
  readonly reader: string;
  readonly onProblem: (next: Problem | null) => void;
  readonly photo: Blob | null;
}

function PhotoDrop({ isBusy, onPhoto, reader, onProblem, photo }: PhotoDropProps) {
  const { t } = useTranslation('try');
  return (
    <Dropzone
      accept={IMAGE_MIME_TYPE}
      multiple={false}
      loading={isBusy}
      onDrop={([file]) => {
        if (file !== undefined) void onPhoto(file, reader);
      }}
      onReject={() => onProblem({ code: 'UNSUPPORTED_MEDIA', message: t('notAPicture') })}
      aria-label={t('drop')}
      p={photo === null ? 'xl' : 'sm'}
    >
      <Group justify="center" gap="md" className="try-drop" data-small={photo !== null}>
        <IconPhotoUp size={photo === null ? 48 : 28} stroke={1.3} aria-hidden />
        <Text fw={500}>{t('drop')}</Text>
      </Group>
    </Dropzone>
  );
}

/** An address for a picture that is not on the server, for as long as it is shown. */
function useAddress(file: Blob | null): string | null {
  const address = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address);
    },
    [address],
  );
  return address;
}
