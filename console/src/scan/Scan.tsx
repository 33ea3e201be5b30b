/** For readers with a phone: hold it over the page, get the title and the actions. */
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverAddress } from '../api/own-path';
import { languages, type LanguageCode } from '../i18n/languages';
import { type Camera, useCamera } from '../parts/camera/use-camera';
import { IconCamera, IconPhotoUp, IconQrcode } from '../parts/icons/icons';
import { Found } from './Found';
import { beInstallable } from './install';
import { keepReporting } from './pack/report-uses';
import { keepForGood, placesOf } from '../../../packages/scan/src/pack-places';
import { storedPack } from '../../../packages/scan/src/pack-store';
import { type PackSource, type PackState, usePack } from './pack/use-pack';
import { type Publisher, readPublisher, takeKey, takePack, takeTrial, type Trial } from './scan-api';
import { chooseLanguage } from './translation';
import { type ScanState, useScanner } from './use-scanner';

export function Scan() {
  const { t } = useTranslation('scan');
  const [trial] = useState(takeTrial);
  const [key] = useState(() => (trial === null ? takeKey() : null));
  const title = t('title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(beInstallable, []);
  useEffect(keepReporting, []);
  const [publisher, setPublisher] = useState<Publisher | null>(null);
  useEffect(() => {
    if (key !== null) void readPublisher(key).then(setPublisher);
  }, [key]);
  return (
    <div className="scan">
      <header className="scan-head">
        <Sign publisher={publisher} />
        <LanguageChoice />
      </header>
      <main className="scan-main">
        <h1 className="scan-hidden">{title}</h1>
        {key === null && trial === null ? (
          <NoKey />
        ) : (
          <Scanner readerKey={key} trial={trial} publisher={publisher} />
        )}
      </main>
    </div>
  );
}

/** The publisher's logo and name, as far as they are known; else those of the scanner. */
function Sign({ publisher }: { readonly publisher: Publisher | null }) {
  const logoUrl = publisher?.logoUrl ?? null;
  return (
    <span className="scan-sign">
      <img src={logoUrl ?? serverAddress('/favicon.svg')} height={26} alt="" />
      <span className="one-line" translate="no">
        {publisher?.name ?? PRODUCT}
      </span>
    </span>
  );
}

const PRODUCT = 'Loupe';

function LanguageChoice() {
  const { t, i18n } = useTranslation('scan');
  return (
    <select
      className="scan-language"
      aria-label={t('language')}
      value={i18n.language}
      onChange={(event) => chooseLanguage(event.currentTarget.value as LanguageCode)}
    >
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}

function NoKey() {
  const { t } = useTranslation('scan');
  return (
    <section className="scan-empty">
      <IconQrcode size={44} stroke={1.4} aria-hidden />
      <h2>{t('noKey.title')}</h2>
      <p>{t('noKey.text')}</p>
    </section>
  );
}

interface ScannerProps {
  /** null where a draft is tried. */
  readonly readerKey: string | null;
  readonly trial: Trial | null;
  readonly publisher: Publisher | null;
}

function Scanner({ readerKey, trial, publisher }: ScannerProps) {
  const { t } = useTranslation('scan');
  const camera = useCamera();
  const { state: cameraState, attach } = camera;
  const pack = usePack(useSource(readerKey, trial), navigator.language);
  const { state, shoot, choose, goOn } = useScanner(readerKey, camera, navigator.language, pack);
  return (
    <>
      {cameraState === 'refused' ? (
        <div className="scan-notice" role="alert">
          <strong>{t('noCamera.title')}</strong>
          <p>{t('noCamera.text')}</p>
        </div>
      ) : (
        <div className="scan-view" data-state={state.kind}>
          <video ref={attach} muted playsInline autoPlay aria-label={t('view')} />
          <span className="scan-frame" aria-hidden />
        </div>
      )}
      <Hint state={state} isStarting={cameraState === 'starting'} />
      {trial === null ? <PackHint state={pack.state} /> : <TrialHint state={pack.state} />}
      <Buttons camera={cameraState} onShoot={() => void shoot()} onPhoto={(photo) => void choose(photo)} />
      {state.kind === 'found' && (
        <Found
          key={state.answer.id}
          answer={state.answer}
          readerKey={readerKey}
          publisher={publisher}
          onClose={goOn}
        />
      )}
    </>
  );
}

/** The pack of the key, or of the draft that is tried. */
function useSource(key: string | null, trial: Trial | null): PackSource | null {
  return useMemo(() => {
    if (trial !== null) {
      const fetch = async () => (await import('./pack/trial')).trialPack(trial);
      return { id: 'trial', fetch };
    }
    const id = takePack();
    if (key === null || id === null) return null;
    const fetchIt = async (isAnew: boolean) => {
      keepForGood();
      return storedPack(placesOf(serverAddress(''), key, id), isAnew);
    };
    return { id, fetch: fetchIt };
  }, [key, trial]);
}

interface ButtonsProps {
  readonly camera: Camera['state'];
  readonly onShoot: () => void;
  readonly onPhoto: (photo: File) => void;
}

function Buttons({ camera, onShoot, onPhoto }: ButtonsProps) {
  const { t } = useTranslation('scan');
  const take = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file !== undefined) onPhoto(file);
    // The same file can be chosen again.
    input.value = '';
  };
  return (
    <div className="scan-buttons">
      {camera !== 'refused' && (
        <button
          type="button"
          className="scan-button scan-button-first"
          disabled={camera !== 'running'}
          onClick={onShoot}
        >
          <IconCamera size={20} aria-hidden />
          {t('shoot')}
        </button>
      )}
      <label className="scan-button">
        <IconPhotoUp size={20} aria-hidden />
        {t('choose')}
        <input
          type="file"
          className="scan-hidden"
          accept="image/jpeg,image/png"
          onChange={(event) => take(event.currentTarget)}
        />
      </label>
    </div>
  );
}

function Hint({ state, isStarting }: { readonly state: ScanState; readonly isStarting: boolean }) {
  const { t } = useTranslation('scan');
  const key = state.kind === 'watching' ? (isStarting ? 'starting' : state.look) : state.kind;
  return (
    <p className="scan-hint" role="status" data-state={state.kind}>
      {state.kind === 'asking' && <span className="scan-wait" aria-hidden />}
      {state.kind === 'refused'
        ? t(refusalOf(state.code))
        : t(`hint.${key as Exclude<typeof key, 'refused'>}`)}
    </p>
  );
}

/** Whether this phone needs the network; nothing where no pack was asked for. */
function PackHint({ state }: { readonly state: PackState }) {
  const { t } = useTranslation('scan');
  if (state.kind === 'none') return null;
  return (
    <p className="scan-pack" role="status" data-pack={state.kind}>
      {t(packWordsOf(state))}
    </p>
  );
}

/** That nobody else sees this, or why there is nothing to try. */
function TrialHint({ state }: { readonly state: PackState }) {
  const { t } = useTranslation('scan');
  return (
    <p className="scan-pack" role="status" data-pack={state.kind}>
      {t(trialWordsOf(state))}
    </p>
  );
}

function trialWordsOf(state: PackState) {
  if (state.kind !== 'refused') return state.kind === 'ready' ? 'trial.ready' : 'trial.coming';
  const { code } = state;
  if (code === 'UNAUTHENTICATED') return 'trial.login';
  if (code === 'NOT_FOUND' || code === 'FORBIDDEN') return 'trial.gone';
  if (code === 'CONFLICT') return 'trial.none';
  if (code === 'PACK_EXPIRED') return 'trial.expired';
  return code === 'UNSUPPORTED_BROWSER' || code === 'OUT_OF_MEMORY' ? 'trial.unable' : 'trial.failed';
}

function packWordsOf(state: Exclude<PackState, { kind: 'none' }>) {
  if (state.kind === 'ready') return state.isKept ? 'pack.ready' : 'pack.full';
  if (state.kind === 'coming') return 'pack.coming';
  const { code } = state;
  if (code === 'PACK_EXPIRED') return 'pack.expired';
  if (code === 'PACK_AWAY') return 'pack.away';
  if (code === 'PACK_NOT_YET') return 'pack.clock';
  return code === 'UNSUPPORTED_BROWSER' || code === 'OUT_OF_MEMORY' ? 'pack.unable' : 'pack.unusable';
}

function refusalOf(code: string) {
  if (code === 'UNAUTHENTICATED') return 'refused.key';
  if (code === 'FORBIDDEN') return 'refused.forbidden';
  if (code === 'RATE_LIMITED' || code === 'OVERLOADED') return 'refused.busy';
  return code === 'UNREACHED' ? 'refused.offline' : 'refused.other';
}
