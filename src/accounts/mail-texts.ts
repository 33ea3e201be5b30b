/** What mails say, in the languages that the console speaks. */

const languages = ['en', 'fr', 'de'] as const;
export type MailLanguage = (typeof languages)[number];

/** The language of mails for readers of a tag, for example `fr-CA`: English for those that there are no texts in. */
export function mailLanguageOf(tag: string): MailLanguage {
  const primary = tag.split('-')[0]?.toLowerCase();
  return languages.find((language) => language === primary) ?? 'en';
}

interface MailText {
  readonly subject: string;
  readonly text: string;
}

type Texts<Facts> = Readonly<Record<MailLanguage, (facts: Facts) => MailText>>;

interface CodeFacts {
  readonly userName: string;
  readonly code: string;
}

/** The code is the last line, alone. */
const mailOf = (subject: string, lines: readonly string[]): MailText => ({ subject, text: lines.join('\n') });

export const recoveryMail: Texts<CodeFacts> = {
  en: ({ userName, code }) =>
    mailOf('Set a new password', [
      `Somebody asked for a new password for ${userName}.`,
      'Use this code within an hour to set it. If it was not you, do nothing.',
      '',
      code,
    ]),
  fr: ({ userName, code }) =>
    mailOf('Choisir un nouveau mot de passe', [
      `Quelqu’un a demandé un nouveau mot de passe pour ${userName}.`,
      'Utilisez ce code dans l’heure qui suit. Si ce n’était pas vous, ne faites rien.',
      '',
      code,
    ]),
  de: ({ userName, code }) =>
    mailOf('Neues Passwort festlegen', [
      `Für ${userName} wurde ein neues Passwort angefordert.`,
      'Legen Sie es mit diesem Code innerhalb einer Stunde fest. Waren Sie es nicht, tun Sie nichts.',
      '',
      code,
    ]),
};

interface InvitationFacts extends CodeFacts {
  readonly organization: string;
  readonly address: string | null;
}

export const invitationMail: Texts<InvitationFacts> = {
  en: ({ userName, organization, address, code }) =>
    mailOf(`Your account at ${organization}`, [
      `An account was made for you at ${organization}${address === null ? '' : ` (${address})`}.`,
      `Your user name is ${userName}. Set your password with this code within seven days:`,
      '',
      code,
    ]),
  fr: ({ userName, organization, address, code }) =>
    mailOf(`Votre compte chez ${organization}`, [
      `Un compte a été créé pour vous chez ${organization}${address === null ? '' : ` (${address})`}.`,
      `Votre nom d’utilisateur est ${userName}. Choisissez votre mot de passe avec ce code dans les sept jours :`,
      '',
      code,
    ]),
  de: ({ userName, organization, address, code }) =>
    mailOf(`Ihr Konto bei ${organization}`, [
      `Für Sie wurde ein Konto bei ${organization} angelegt${address === null ? '' : ` (${address})`}.`,
      `Ihr Benutzername ist ${userName}. Legen Sie Ihr Passwort mit diesem Code innerhalb von sieben Tagen fest:`,
      '',
      code,
    ]),
};

interface CreditFacts {
  readonly organization: string;
  readonly left: number;
}

export const creditLowMail: Texts<CreditFacts> = {
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
