/** Texts of mails, in the languages that the console speaks. */

export const mailLanguages = ['en', 'fr', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** The language of mails for readers of a tag, for example `fr-CA`: English for those that there are no texts in. */
export function mailLanguageOf(tag: string): MailLanguage {
  const primary = tag.split('-')[0]?.toLowerCase();
  return mailLanguages.find((language) => language === primary) ?? 'en';
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

export type MailTexts<Facts> = Readonly<Record<MailLanguage, (facts: Facts) => MailText>>;

interface CodeFacts {
  readonly userName: string;
  readonly code: string;
  /** The page at which the code is used; null where the server does not know its own address. */
  readonly link: string | null;
}

/** The code is the last line, alone. */
export const mailOf = (subject: string, lines: readonly string[]): MailText => ({
  subject,
  text: lines.join('\n'),
});

const orByCode = {
  en: 'If the link does not open, enter this code on the log-in page:',
  fr: 'Si le lien ne s’ouvre pas, saisissez ce code sur la page de connexion :',
  de: 'Öffnet sich der Link nicht, geben Sie auf der Anmeldeseite diesen Code ein:',
} as const;

/** The link, and the code for readers who cannot follow it. */
const linkAndCode = ({ link, code }: CodeFacts, orByCode: string): readonly string[] =>
  link === null ? ['', code] : ['', link, '', orByCode, '', code];

export const recoveryMail: MailTexts<CodeFacts> = {
  en: (facts) =>
    mailOf('Set a new password', [
      `Somebody asked for a new password for ${facts.userName}.`,
      facts.link === null
        ? 'Use this code within an hour to set it. If it was not you, do nothing.'
        : 'Open this link within an hour to set it. If it was not you, do nothing.',
      ...linkAndCode(facts, orByCode.en),
    ]),
  fr: (facts) =>
    mailOf('Choisir un nouveau mot de passe', [
      `Quelqu’un a demandé un nouveau mot de passe pour ${facts.userName}.`,
      facts.link === null
        ? 'Utilisez ce code dans l’heure qui suit. Si ce n’était pas vous, ne faites rien.'
        : 'Ouvrez ce lien dans l’heure qui suit. Si ce n’était pas vous, ne faites rien.',
      ...linkAndCode(facts, orByCode.fr),
    ]),
  de: (facts) =>
    mailOf('Neues Passwort festlegen', [
      `Für ${facts.userName} wurde ein neues Passwort angefordert.`,
      facts.link === null
        ? 'Legen Sie es mit diesem Code innerhalb einer Stunde fest. Waren Sie es nicht, tun Sie nichts.'
        : 'Legen Sie es über diesen Link innerhalb einer Stunde fest. Waren Sie es nicht, tun Sie nichts.',
      ...linkAndCode(facts, orByCode.de),
    ]),
};

interface InvitationFacts extends CodeFacts {
  readonly organization: string;
  readonly address: string | null;
}

export const invitationMail: MailTexts<InvitationFacts> = {
  en: ({ userName, organization, address, ...facts }) =>
    mailOf(`Your account at ${organization}`, [
      `An account was made for you at ${organization}${address === null ? '' : ` (${address})`}.`,
      `Your user name is ${userName}. ${
        facts.link === null
          ? 'Set your password with this code within seven days:'
          : 'Open this link within seven days to set your password:'
      }`,
      ...linkAndCode({ userName, ...facts }, orByCode.en),
    ]),
  fr: ({ userName, organization, address, ...facts }) =>
    mailOf(`Votre compte chez ${organization}`, [
      `Un compte a été créé pour vous chez ${organization}${address === null ? '' : ` (${address})`}.`,
      `Votre nom d’utilisateur est ${userName}. ${
        facts.link === null
          ? 'Choisissez votre mot de passe avec ce code dans les sept jours :'
          : 'Ouvrez ce lien dans les sept jours pour choisir votre mot de passe :'
      }`,
      ...linkAndCode({ userName, ...facts }, orByCode.fr),
    ]),
  de: ({ userName, organization, address, ...facts }) =>
    mailOf(`Ihr Konto bei ${organization}`, [
      `Für Sie wurde ein Konto bei ${organization} angelegt${address === null ? '' : ` (${address})`}.`,
      `Ihr Benutzername ist ${userName}. ${
        facts.link === null
          ? 'Legen Sie Ihr Passwort mit diesem Code innerhalb von sieben Tagen fest:'
          : 'Legen Sie Ihr Passwort über diesen Link innerhalb von sieben Tagen fest:'
      }`,
      ...linkAndCode({ userName, ...facts }, orByCode.de),
    ]),
};

interface CreditFacts {
  readonly organization: string;
  readonly left: number;
}

export const creditLowMail: MailTexts<CreditFacts> = {
  en: ({ organization, left }) =>
    mailOf(`Few page credits left: ${organization}`, [
      `The account of ${organization} has ${left} page credits left.`,
      'Once there are none, no further page can be activated; active pages stay active.',
    ]),
  fr: ({ organization, left }) =>
    mailOf(`Il reste peu de crédits de page : ${organization}`, [
      `Il reste ${left} crédits de page sur le compte de ${organization}.`,
      'Quand il n’y en a plus, aucune autre page ne peut être activée ; les pages actives le restent.',
    ]),
  de: ({ organization, left }) =>
    mailOf(`Wenige Seitenguthaben übrig: ${organization}`, [
      `Auf dem Konto von ${organization} sind noch ${left} Seitenguthaben.`,
      'Sind keine mehr da, kann keine weitere Seite aktiviert werden; aktive Seiten bleiben aktiv.',
    ]),
};

interface StoppedDraftFacts {
  readonly documentName: string;
  /** The sentence of the refusal. */
  readonly reason: string;
  readonly link: string | null;
}

export const linkBelow = (link: string | null): readonly string[] => (link === null ? [] : ['', link]);

export const draftStoppedMail: MailTexts<StoppedDraftFacts> = {
  en: ({ documentName, reason, link }) =>
    mailOf(`Not published: ${documentName}`, [
      `The draft of ${documentName} was not published at its date. Readers get what they got before.`,
      reason,
      ...linkBelow(link),
    ]),
  fr: ({ documentName, reason, link }) =>
    mailOf(`Non publié : ${documentName}`, [
      `Le brouillon de ${documentName} n’a pas été publié à sa date. Les lecteurs reçoivent la même chose qu’avant.`,
      reason,
      ...linkBelow(link),
    ]),
  de: ({ documentName, reason, link }) =>
    mailOf(`Nicht veröffentlicht: ${documentName}`, [
      `Der Entwurf von ${documentName} wurde zu seinem Termin nicht veröffentlicht. Leser bekommen dasselbe wie zuvor.`,
      reason,
      ...linkBelow(link),
    ]),
};
