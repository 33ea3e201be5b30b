import type { ActionContent, CalendarEvent, DemoAction, Localized } from './content.types.js';

/** The same content for every language: positions, numbers, cards. */
export function inEveryLanguage(content: ActionContent): DemoAction['content'] {
  return { 'en-US': content, 'fr-FR': content };
}

/** Words in both languages. */
export function localized(english: string, french: string): Localized {
  return { 'en-US': english, 'fr-FR': french };
}

/** A web link whose page exists once per language. */
export function link(english: string, french: string, path: string): DemoAction {
  const content = (language: string): ActionContent => ({
    type: 'URL',
    content: {
      Url: `https://lisiere.example/${language}/${path}`,
      IsEmbeddedWebView: true,
      IsAnonymousURL: true,
      ContentType: 'text/html',
    },
  });
  return { name: localized(english, french), content: { 'en-US': content('en'), 'fr-FR': content('fr') } };
}

/** The orchard’s yearly fair. */
export function appleFair(summary: string, description: string): CalendarEvent {
  return {
    Start: '2027-10-09T08:00:00Z',
    End: '2027-10-09T16:00:00Z',
    OrganizerMail: 'orchard@lisiere.example',
    AttendeeMail: 'reader@lisiere.example',
    Description: description,
    Location: 'Verger de la Sourde, Vernay',
    Summary: summary,
    RecurrenceRule: { Frequency: 'YEARLY', Interval: 1 },
  };
}

/** The evening that the poster announces. */
export function owlNight(summary: string, description: string): CalendarEvent {
  return {
    Start: '2027-08-14T19:30:00Z',
    End: '2027-08-14T22:30:00Z',
    OrganizerMail: 'owls@lisiere.example',
    AttendeeMail: 'reader@lisiere.example',
    Description: description,
    Location: 'Clairière du Grand-Clos',
    Summary: summary,
  };
}
