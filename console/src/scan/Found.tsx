/** Offers of a page: the answer to a scan, with the other zones of the page and whose it is. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReaderCard } from '../parts/reader/ReaderCard';
import { rememberUse } from './pack/report-uses';
import { click, type Publisher, type ScanAnswer, reportOf } from './scan-api';

interface Props {
  readonly answer: ScanAnswer;
  /** null where a draft is tried: nothing is reported then. */
  readonly readerKey: string | null;
  readonly publisher: Publisher | null;
  readonly onClose: () => void;
}

export function Found({ answer, readerKey, publisher, onClose }: Props) {
  const { t } = useTranslation('scan');
  const [chosenId, setChosenId] = useState(answer.id);
  const places = [answer, ...answer.otherZones];
  const shown = places.find(({ id }) => id === chosenId) ?? answer;
  const others = places.filter(({ id }) => id !== shown.id);
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => sheet.current?.focus(), [answer.id]);
  const color = publisher?.color ?? null;
  return (
    <section
      className="scan-sheet"
      aria-label={t('answer')}
      ref={sheet}
      tabIndex={-1}
      style={color === null ? undefined : { borderTop: `6px solid ${color}` }}
    >
      {publisher !== null && publisher.logoUrl !== null && (
        <img className="scan-logo" src={publisher.logoUrl} alt={publisher.name} />
      )}
      <div lang={shown.languageCode ?? undefined}>
        {shown.title === null ? (
          <h2 className="any-text reader-title">{shown.data}</h2>
        ) : (
          <ReaderCard
            title={shown.title}
            titleStyle={shown.titleStyle}
            pictureUrl={shown.bigThumbnailUrl}
            actions={shown.actions}
            onAction={({ id }) => {
              if (readerKey === null) return;
              if (answer.packId === undefined) click(readerKey, id, answer.sessionId);
              else rememberUse(readerKey, answer.packId, reportOf(answer, shown, id));
            }}
          />
        )}
      </div>
      {shown.autoTrigger && shown.actions.length === 1 && <p>{t('single')}</p>}
      {others.length > 0 && (
        <nav aria-label={t('others')} className="scan-others">
          <strong>{t('others')}</strong>
          {others.map(({ id, title, data, actions }) => (
            <button key={id} type="button" className="scan-button" onClick={() => setChosenId(id)}>
              <span className="one-line">{nameIn(others, { title, data, actions })}</span>
            </button>
          ))}
        </nav>
      )}
      <button type="button" className="scan-button scan-button-first scan-again" onClick={onClose}>
        {t('again')}
      </button>
      <Imprint publisher={publisher} />
    </section>
  );
}

type Offered = Pick<ScanAnswer, 'title' | 'data' | 'actions'>;

/** The title; where others have the same one, also by what it offers and they do not. */
function nameIn(others: readonly Offered[], { title, data, actions }: Offered): string {
  const name = title ?? data ?? '';
  const alike = others.filter((other) => other.actions !== actions && (other.title ?? other.data) === name);
  const own = actions.find((action) =>
    alike.every((other) => other.actions.every(({ id }) => id !== action.id)),
  );
  return alike.length === 0 || own === undefined ? name : `${name} · ${own.name}`;
}

function Imprint({ publisher }: { readonly publisher: Publisher | null }) {
  const { t } = useTranslation('scan');
  const links = [
    ['imprint', publisher?.imprintUrl ?? null],
    ['privacy', publisher?.privacyUrl ?? null],
  ] as const;
  const given = links.flatMap(([name, href]) => (href === null ? [] : [{ name, href }]));
  if (given.length === 0) return null;
  return (
    <footer className="scan-imprint">
      {given.map(({ name, href }) => (
        <a key={name} href={href} target="_blank" rel="noopener noreferrer">
          {t(name)}
        </a>
      ))}
    </footer>
  );
}
