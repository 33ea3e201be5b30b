/** For readers with a phone: hold it over the page, get the title and the actions. */
import { Alert, Button, FileButton, Loader, Text, Title } from '@mantine/core';
import { IconCamera, IconPhotoUp, IconQrcode } from '../../parts/icons/icons';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCamera } from '../../parts/camera/use-camera';
import { EmptyState } from '../../parts/EmptyState';
import { Loading } from '../../parts/Loading';
import { LanguageMenu } from '../../parts/frame/LanguageMenu';
import { Logo } from '../../parts/Logo';
import { ReaderCard } from '../../parts/reader/ReaderCard';
import { useTabTitle } from '../../parts/Screen';
import { beInstallable } from './install';
import { click, takeKey } from './scan-api';
import { type ScanState, useScanner } from './use-scanner';
import './scan.css';

export function ScanScreen() {
  return (
    <Suspense fallback={<Loading height={600} />}>
      <Scan />
    </Suspense>
  );
}

function Scan() {
  const { t } = useTranslation('scan');
  const [key] = useState(takeKey);
  useTabTitle(t('title'));
  useEffect(beInstallable, []);
  return (
    <div className="scan">
      <header className="scan-head">
        <Logo size={26} />
        <LanguageMenu />
      </header>
      <main className="scan-main">
        <h1 className="scan-hidden">{t('title')}</h1>
        {key === null ? (
          <EmptyState icon={IconQrcode} title={t('noKey.title')} text={t('noKey.text')} />
        ) : (
          <Scanner readerKey={key} />
        )}
      </main>
    </div>
  );
}

function Scanner({ readerKey }: { readonly readerKey: string }) {
  const { t } = useTranslation('scan');
  const camera = useCamera();
  const { state: cameraState, attach } = camera;
  const { state, shoot, ask, goOn } = useScanner(readerKey, camera, navigator.language);
  return (
    <>
      {cameraState === 'refused' ? (
        <Alert color="yellow" m="md" title={t('noCamera.title')}>
          {t('noCamera.text')}
        </Alert>
      ) : (
        <div className="scan-view" data-state={state.kind}>
          <video ref={attach} muted playsInline autoPlay aria-label={t('view')} />
          <span className="scan-frame" aria-hidden />
        </div>
      )}
      <Hint state={state} />
      <div className="scan-buttons">
        {cameraState !== 'refused' && (
          <Button
            size="md"
            radius="xl"
            disabled={cameraState !== 'running'}
            leftSection={<IconCamera size={20} aria-hidden />}
            onClick={() => void shoot()}
          >
            {t('shoot')}
          </Button>
        )}
        <FileButton
          accept="image/jpeg,image/png"
          onChange={(file) => {
            if (file !== null) void ask(file);
          }}
        >
          {(props) => (
            <Button
              {...props}
              size="md"
              radius="xl"
              variant="default"
              leftSection={<IconPhotoUp size={20} aria-hidden />}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
      </div>
      {state.kind === 'found' && (
        <Found key={state.answer.id} state={state} readerKey={readerKey} onClose={goOn} />
      )}
    </>
  );
}

function Hint({ state }: { readonly state: ScanState }) {
  const { t } = useTranslation('scan');
  const key = state.kind === 'watching' ? state.look : state.kind;
  return (
    <p className="scan-hint" role="status" data-state={state.kind}>
      {state.kind === 'asking' && <Loader size="xs" color="white" aria-hidden />}
      {state.kind === 'refused' ? t(refusalOf(state.code)) : t(`hint.${key}`)}
    </p>
  );
}

function refusalOf(code: string) {
  if (code === 'UNAUTHENTICATED') return 'refused.key';
  if (code === 'FORBIDDEN') return 'refused.forbidden';
  if (code === 'RATE_LIMITED' || code === 'OVERLOADED') return 'refused.busy';
  return code === 'UNREACHED' ? 'refused.offline' : 'refused.other';
}

interface FoundProps {
  readonly state: Extract<ScanState, { kind: 'found' }>;
  readonly readerKey: string;
  readonly onClose: () => void;
}

function Found({ state, readerKey, onClose }: FoundProps) {
  const { t } = useTranslation('scan');
  const { answer } = state;
  const [chosenId, setChosenId] = useState(answer.id);
  const places = [answer, ...answer.otherZones];
  const shown = places.find(({ id }) => id === chosenId) ?? answer;
  const others = places.filter(({ id }) => id !== shown.id);
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => sheet.current?.focus(), [answer.id]);
  return (
    <section className="scan-sheet" aria-label={t('answer')} ref={sheet} tabIndex={-1}>
      <div lang={shown.languageCode ?? undefined}>
        {shown.title === null ? (
          <Title order={2} size="h4" className="any-text">
            {shown.data}
          </Title>
        ) : (
          <ReaderCard
            title={shown.title}
            titleStyle={shown.titleStyle}
            pictureUrl={shown.bigThumbnailUrl}
            actions={shown.actions}
            onAction={({ id }) => click(readerKey, id, answer.sessionId)}
          />
        )}
      </div>
      {shown.autoTrigger && shown.actions.length === 1 && <Text size="sm">{t('single')}</Text>}
      {others.length > 0 && (
        <nav aria-label={t('others')} className="scan-others">
          <Text size="sm" fw={600}>
            {t('others')}
          </Text>
          {others.map(({ id, title, data }) => (
            <Button
              key={id}
              variant="default"
              size="md"
              radius="md"
              fullWidth
              onClick={() => setChosenId(id)}
            >
              <span className="one-line">{title ?? data}</span>
            </Button>
          ))}
        </nav>
      )}
      <Button fullWidth variant="light" size="md" mt="md" onClick={onClose}>
        {t('again')}
      </Button>
    </section>
  );
}
