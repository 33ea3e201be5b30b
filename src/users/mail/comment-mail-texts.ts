/** Texts of mails about comments and reviews. */
import type { CommentSubject } from '../../documents/comments/comment.entity.js';
import { linkBelow, mailOf, type MailLanguage, type MailTexts } from './mail-texts.js';

interface CommentFacts {
  readonly user: string;
  readonly documentName: string;
  /** Whether a guest of a link wrote it. */
  readonly isGuest: boolean;
  /** `mention`: the receiver is mentioned; `answer`: in a thread in which the receiver wrote; `new`: by a link of the receiver. */
  readonly why: 'mention' | 'answer' | 'new';
  readonly subject: CommentSubject;
  readonly subjectName: string;
  readonly text: string;
  readonly link: string | null;
}

const subjectWords: Readonly<Record<MailLanguage, Readonly<Record<CommentSubject, string>>>> = {
  en: {
    Document: 'the document',
    Page: 'the page',
    Zone: 'the zone',
    Action: 'the action',
    Title: 'a title',
  },
  fr: { Document: 'le document', Page: 'la page', Zone: 'la zone', Action: 'l’action', Title: 'un titre' },
  de: {
    Document: 'das Dokument',
    Page: 'die Seite',
    Zone: 'die Zone',
    Action: 'die Aktion',
    Title: 'einen Titel',
  },
};

const ownSettings: Readonly<Record<MailLanguage, string>> = {
  en: 'You can switch these mails off in your account.',
  fr: 'Vous pouvez désactiver ces messages dans votre compte.',
  de: 'In Ihrem Konto können Sie diese Mails abschalten.',
};

const body = (language: MailLanguage, first: string, text: string, link: string | null) => [
  first,
  '',
  text,
  ...linkBelow(link),
  '',
  ownSettings[language],
];

const about = (language: MailLanguage, { subject, subjectName }: CommentFacts) =>
  subject === 'Document'
    ? subjectWords[language][subject]
    : `${subjectWords[language][subject]} ${{ en: `“${subjectName}”`, fr: `« ${subjectName} »`, de: `„${subjectName}“` }[language]}`;

const guestWords: Readonly<Record<MailLanguage, string>> = { en: 'guest', fr: 'invité', de: 'Gast' };

/** Anybody can give any name by a link. */
const authorOf = (language: MailLanguage, { user, isGuest }: CommentFacts) =>
  isGuest ? `${user} (${guestWords[language]})` : user;

export const commentMail: MailTexts<CommentFacts> = {
  en: (facts) => {
    const user = authorOf('en', facts);
    const { documentName, why, text, link } = facts;
    const did = { mention: 'mentions you', answer: 'answered', new: 'commented' }[why];
    const first = `${user} wrote in ${documentName} about ${about('en', facts)}:`;
    return mailOf(`${user} ${did}: ${documentName}`, body('en', first, text, link));
  },
  fr: (facts) => {
    const user = authorOf('fr', facts);
    const { documentName, why, text, link } = facts;
    const did = { mention: 'vous mentionne', answer: 'a répondu', new: 'a commenté' }[why];
    const first = `${user} a écrit dans ${documentName}, sur ${about('fr', facts)} :`;
    return mailOf(`${user} ${did} : ${documentName}`, body('fr', first, text, link));
  },
  de: (facts) => {
    const user = authorOf('de', facts);
    const { documentName, why, text, link } = facts;
    const did = { mention: 'erwähnt Sie', answer: 'hat geantwortet', new: 'hat kommentiert' }[why];
    const first = `${user} schreibt in ${documentName} über ${about('de', facts)}:`;
    return mailOf(`${user} ${did}: ${documentName}`, body('de', first, text, link));
  },
};

interface ReviewFacts {
  readonly what: 'Asked' | 'Approved' | 'Refused';
  readonly by: string;
  readonly documentName: string;
  /** Of a refusal. */
  readonly reason: string | null;
  readonly link: string | null;
}

const reviewMailOf = (language: MailLanguage, first: string, { documentName, reason, link }: ReviewFacts) =>
  mailOf(`${first}: ${documentName}`, [
    `${first}: ${documentName}.`,
    ...(reason === null ? [] : ['', reason]),
    ...linkBelow(link),
    '',
    ownSettings[language],
  ]);

export const reviewMail: MailTexts<ReviewFacts> = {
  en: (facts) => {
    const did = {
      Asked: 'asks you to review a draft',
      Approved: 'approved the draft',
      Refused: 'refused the draft',
    };
    return reviewMailOf('en', `${facts.by} ${did[facts.what]}`, facts);
  },
  fr: (facts) => {
    const did = {
      Asked: 'vous demande de relire un brouillon',
      Approved: 'a approuvé le brouillon',
      Refused: 'a refusé le brouillon',
    };
    return reviewMailOf('fr', `${facts.by} ${did[facts.what]}`, facts);
  },
  de: (facts) => {
    const did = {
      Asked: 'bittet Sie, einen Entwurf zu prüfen',
      Approved: 'hat den Entwurf freigegeben',
      Refused: 'hat den Entwurf abgelehnt',
    };
    return reviewMailOf('de', `${facts.by} ${did[facts.what]}`, facts);
  },
};
