/** The card that a reader gets of a page: its title and what there is to do, as a mobile client shows it. */
import {
  IconAddressBook,
  IconCalendarEvent,
  IconChevronRight,
  IconCode,
  IconLink,
  IconMail,
  IconMapPin,
  IconMessage,
  IconPhone,
  IconShare2,
} from '../icons/icons';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActionTarget, type ReaderAction, save, share, targetOf } from './action-target';
import { buttonStyle, textStyle } from './reader-style';
import './reader.css';

interface Props {
  readonly title: string;
  readonly titleStyle: string | null;
  readonly pictureUrl?: string | null;
  readonly actions: readonly ReaderAction[];
  /** Called when the reader taps an action. */
  readonly onAction?: (action: ReaderAction) => void;
  /** A line below an action, for people who want to know more of it than a reader. */
  readonly about?: (action: ReaderAction) => ReactNode;
}

const ICONS: Readonly<Record<string, typeof IconLink>> = {
  URL: IconLink,
  MAIL: IconMail,
  TEL: IconPhone,
  SMS: IconMessage,
  MAP: IconMapPin,
  SHARE: IconShare2,
  VCARD: IconAddressBook,
  VCALENDAR: IconCalendarEvent,
};

export function ReaderCard({ title, titleStyle, pictureUrl = null, actions, onAction, about }: Props) {
  const [text, setText] = useState<string | null>(null);
  const { t } = useTranslation('reader');
  const touch = (action: ReaderAction, target: ActionTarget | null) => {
    onAction?.(action);
    if (target === null) setText(t('unusable'));
    else if (target.kind === 'text') setText(target.text);
    else if (target.kind === 'share') share(target.url, target.text, () => setText(target.url));
    else if (target.kind === 'file') save(target);
  };
  return (
    <article className="reader">
      {pictureUrl !== null && <img className="reader-picture" src={pictureUrl} alt="" />}
      <h2 className="reader-title any-text" style={textStyle(titleStyle)}>
        {title}
      </h2>
      <ul className="reader-actions">
        {actions.map((action) => (
          <li key={action.id}>
            <ActionButton action={action} onTouch={touch} />
            {about?.(action)}
          </li>
        ))}
      </ul>
      {actions.length === 0 && <p className="reader-note">{t('nothing')}</p>}
      {text !== null && <MoreText text={text} onClose={() => setText(null)} />}
    </article>
  );
}

/** The text of an action that opens nothing. */
function MoreText({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  const { t } = useTranslation('reader');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="reader-more" aria-label={t('more')} onClose={onClose}>
      <p className="any-text">{text}</p>
      <button type="button" className="reader-action" onClick={() => dialog.current?.close()}>
        {t('close')}
      </button>
    </dialog>
  );
}

interface ButtonProps {
  readonly action: ReaderAction;
  readonly onTouch: (action: ReaderAction, target: ActionTarget | null) => void;
}

function ActionButton({ action, onTouch }: ButtonProps) {
  const { t } = useTranslation('reader');
  const target = targetOf(action);
  const Icon = ICONS[action.type] ?? IconCode;
  const style: CSSProperties = buttonStyle(action.style);
  const inside = (
    <>
      {action.iconUrl === null ? (
        <Icon size={22} stroke={1.7} aria-hidden />
      ) : (
        <img src={action.iconUrl} width={22} height={22} alt="" />
      )}
      <span className="any-text reader-action-name">{action.name}</span>
      <span className="reader-action-kind">{t(`kinds.${action.type}`)}</span>
      <IconChevronRight size={18} aria-hidden />
    </>
  );
  if (target?.kind === 'link') {
    return (
      <a
        className="reader-action"
        style={style}
        href={target.href}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => onTouch(action, target)}
      >
        {inside}
      </a>
    );
  }
  return (
    <button type="button" className="reader-action" style={style} onClick={() => onTouch(action, target)}>
      {inside}
    </button>
  );
}
