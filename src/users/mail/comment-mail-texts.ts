/** Texts of mails about comments and reviews. */
import type { CommentSubject } from '../../documents/comments/comment.entity.js';
import { linkBelow, mailOf, type MailLanguage, type MailTexts } from './mail-texts.js';

interface CommentFacts {
  readonly user: string;
  readonly documentName: string;
  readonly isMention: boolean;
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

export const commentMail: MailTexts<CommentFacts> = {
  en: (facts) =>
    mailOf(
      facts.isMention
        ? `${facts.user} mentions you: ${facts.documentName}`
        : `${facts.user} answered: ${facts.documentName}`,
      body(
        'en',
        `${facts.user} wrote in ${facts.documentName} about ${about('en', facts)}:`,
        facts.text,
        facts.link,
      ),
    ),
  fr: (facts) =>
    mailOf(
      facts.isMention
        ? `${facts.user} vous mentionne : ${facts.documentName}`
        : `${facts.user} a répondu : ${facts.documentName}`,
      body(
        'fr',
        `${facts.user} a écrit dans ${facts.documentName}, sur ${about('fr', facts)} :`,
        facts.text,
        facts.link,
      ),
    ),
  de: (facts) =>
    mailOf(
      facts.isMention
        ? `${facts.user} erwähnt Sie: ${facts.documentName}`
        : `${facts.user} hat geantwortet: ${facts.documentName}`,
      body(
        'de',
        `${facts.user} schreibt in ${facts.documentName} über ${about('de', facts)}:`,
        facts.text,
        facts.link,
      ),
    ),
};
