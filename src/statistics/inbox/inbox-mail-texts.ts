/** Texts of the daily mail about the inbox. */
import { mailOf, type MailLanguage, type MailTexts } from '../../users/mail/mail-texts.js';
import type { InboxItem } from './inbox-items.js';

type InboxLine = Omit<InboxItem, 'id'>;

interface InboxFacts {
  readonly items: readonly InboxLine[];
  /** Of the times in it. */
  readonly timeZone: string;
  /** Address of the console; null where it is unknown. */
  readonly publicUrl: string | null;
}

interface Values {
  readonly name: string;
  readonly document: string;
  readonly order: number;
  readonly count: number;
  /** null: now. */
  readonly at: string | null;
  readonly reason: string;
}

type Sentence = (values: Values) => string;
type Sentences = Readonly<Record<InboxItem['kind'], Sentence>>;

const sentences: Readonly<Record<MailLanguage, Sentences>> = {
  en: {
    DraftStopped: ({ document, at, reason }) =>
      `The draft of ${document} was not published on ${at ?? ''}: ${reason}`,
    ReviewAsked: ({ document, at, reason }) =>
      `The draft of ${document} waits for your approval: ${reason} asked on ${at ?? ''}`,
    LinkSilent: ({ document, name, at }) =>
      `${document} leads to ${name}, which has not answered since ${at ?? ''}`,
    CreditsLow: ({ count }) => (count === 1 ? '1 page credit is left' : `${count} page credits are left`),
    StorageNear: ({ count }) => `${count} % of the storage of your organization is used`,
    ScansNear: ({ count }) => `${count} % of the scans of this month are used`,
    ScannedWithoutAction: ({ document, order, count }) =>
      `Page ${order} of ${document} was scanned ${count} times in a week, and offers nothing`,
    OffersNothing: ({ name, document, at }) =>
      `${name} of ${document} offers nothing ${at === null ? 'now' : `from ${at}`}`,
    EndsSoon: ({ name, document, at }) =>
      `${name} of ${document} is shown for the last time until ${at ?? ''}`,
  },
  fr: {
    DraftStopped: ({ document, at, reason }) =>
      `Le brouillon de ${document} n’a pas été publié le ${at ?? ''} : ${reason}`,
    ReviewAsked: ({ document, at, reason }) =>
      `Le brouillon de ${document} attend votre approbation, demandée par ${reason} le ${at ?? ''}`,
    LinkSilent: ({ document, name, at }) =>
      `${document} mène à ${name}, qui ne répond plus depuis le ${at ?? ''}`,
    CreditsLow: ({ count }) =>
      count === 1 ? 'Il reste 1 crédit de page' : `Il reste ${count} crédits de page`,
    StorageNear: ({ count }) => `${count} % de l’espace de votre organisation sont utilisés`,
    ScansNear: ({ count }) => `${count} % des scans de ce mois sont utilisés`,
    ScannedWithoutAction: ({ document, order, count }) =>
      `La page ${order} de ${document} a été scannée ${count} fois en une semaine et n’offre rien`,
    OffersNothing: ({ name, document, at }) =>
      `${name} de ${document} n’offre rien ${at === null ? 'en ce moment' : `à partir du ${at}`}`,
    EndsSoon: ({ name, document, at }) =>
      `${name} de ${document} est affiché pour la dernière fois jusqu’au ${at ?? ''}`,
  },
  de: {
    DraftStopped: ({ document, at, reason }) =>
      `Der Entwurf von ${document} wurde am ${at ?? ''} nicht veröffentlicht: ${reason}`,
    ReviewAsked: ({ document, at, reason }) =>
      `Der Entwurf von ${document} wartet auf Ihre Freigabe, um die ${reason} am ${at ?? ''} gebeten hat`,
    LinkSilent: ({ document, name, at }) =>
      `${document} führt zu ${name}, das seit ${at ?? ''} nicht antwortet`,
    CreditsLow: ({ count }) =>
      count === 1 ? '1 Seitenguthaben ist übrig' : `${count} Seitenguthaben sind übrig`,
    StorageNear: ({ count }) => `${count} % des Speichers Ihrer Organisation sind belegt`,
    ScansNear: ({ count }) => `${count} % der Scans dieses Monats sind verbraucht`,
    ScannedWithoutAction: ({ document, order, count }) =>
      `Seite ${order} von ${document} wurde in einer Woche ${count}-mal gescannt und bietet nichts`,
    OffersNothing: ({ name, document, at }) =>
      `${name} von ${document} bietet ${at === null ? 'jetzt' : `ab ${at}`} nichts`,
    EndsSoon: ({ name, document, at }) =>
      `${name} von ${document} wird zum letzten Mal bis ${at ?? ''} gezeigt`,
  },
};

const frames: Readonly<
  Record<
    MailLanguage,
    {
      readonly subject: (count: number) => string;
      readonly first: string;
      readonly more: (count: number) => string;
      readonly all: string;
      readonly off: string;
    }
  >
> = {
  en: {
    subject: (count) => (count === 1 ? 'New in the inbox: 1 entry' : `New in the inbox: ${count} entries`),
    first: 'Somebody should look at this:',
    more: (count) => `${count} more stand in the inbox.`,
    all: 'The whole inbox:',
    off: 'You can switch this daily mail off in your account.',
  },
  fr: {
    subject: (count) =>
      count === 1
        ? 'Nouveau dans la boîte de réception : 1 élément'
        : `Nouveau dans la boîte de réception : ${count} éléments`,
    first: 'Quelqu’un devrait regarder ceci :',
    more: (count) => `${count} autres se trouvent dans la boîte de réception.`,
    all: 'Toute la boîte de réception :',
    off: 'Vous pouvez désactiver ce message quotidien dans votre compte.',
  },
  de: {
    subject: (count) =>
      count === 1 ? 'Neu im Posteingang: 1 Eintrag' : `Neu im Posteingang: ${count} Einträge`,
    first: 'Das sollte sich jemand ansehen:',
    more: (count) => `${count} weitere stehen im Posteingang.`,
    all: 'Der ganze Posteingang:',
    off: 'In Ihrem Konto können Sie diese tägliche Mail abschalten.',
  },
};

/** Entries that a mail lists. */
const MOST_LISTED = 30;

const mailIn =
  (language: MailLanguage) =>
  ({ items, timeZone, publicUrl }: InboxFacts) => {
    const { subject, first, more, all, off } = frames[language];
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const lines = items.slice(0, MOST_LISTED).flatMap((item) => {
      const values = {
        name: item.name,
        document: item.documentName ?? '',
        order: item.pageOrder ?? 0,
        count: item.count ?? 0,
        at: item.at === null ? null : format.format(item.at),
        reason: item.reason ?? '',
      };
      return ['', `– ${sentences[language][item.kind](values)}`, ...linkOf(item, publicUrl)];
    });
    const left = items.length - MOST_LISTED;
    return mailOf(subject(items.length), [
      first,
      ...lines,
      ...(left > 0 ? ['', more(left)] : []),
      ...(publicUrl === null ? [] : ['', all, `${publicUrl}/inbox`]),
      '',
      off,
    ]);
  };

/** Where it is mended. */
function linkOf({ documentId, pageId }: InboxLine, publicUrl: string | null): readonly string[] {
  if (publicUrl === null) return [];
  if (documentId === null) return [`  ${publicUrl}/administration`];
  const page = pageId === null ? '' : `?page=${pageId}`;
  return [`  ${publicUrl}/documents/${documentId}${page}`];
}

export const inboxMail: MailTexts<InboxFacts> = { en: mailIn('en'), fr: mailIn('fr'), de: mailIn('de') };
