export const demoLanguages = ['en-US', 'fr-FR'] as const;
export type DemoLanguage = (typeof demoLanguages)[number];

/** The same words in each demo language. */
export type Localized = Readonly<Record<DemoLanguage, string>>;

/** Members as the platform's content shapes spell them, before they are serialized into an action's Content. */
export type ActionContent =
  | {
      readonly type: 'URL';
      readonly content: {
        Url: string;
        IsEmbeddedWebView: boolean;
        IsAnonymousURL: boolean;
        ContentType: string;
      };
    }
  | { readonly type: 'MAIL'; readonly content: { Address: string; Subject: string; Content: string } }
  | { readonly type: 'TEL'; readonly content: { Number: string } }
  | {
      readonly type: 'MAP';
      readonly content: { Latitude: number; Longitude: number } | { SearchAddress: string };
    }
  | { readonly type: 'SHARE'; readonly content: { Url: string; Content: string } }
  | { readonly type: 'SMS'; readonly content: { Number: string; Content: string } }
  | { readonly type: 'VCARD'; readonly content: ContactCard }
  | { readonly type: 'VCALENDAR'; readonly content: CalendarEvent };

interface ContactCard {
  readonly FirstName: string;
  readonly LastName: string;
  readonly Organization: string;
  readonly Telephones: readonly { Type: 'WORK' | 'HOME' | 'CELL'; Number: string }[];
  readonly Addresses: readonly {
    Type: 'WORK' | 'HOME';
    Street: string;
    City: string;
    ZipCode: string;
    Country: string;
  }[];
  readonly Emails: readonly { Type: 'WORK' | 'HOME'; Email: string }[];
}

export interface CalendarEvent {
  readonly Start: string;
  readonly End: string;
  readonly OrganizerMail: string;
  readonly AttendeeMail: string;
  readonly Description: string;
  readonly Location: string;
  readonly Summary: string;
  readonly RecurrenceRule?: { Frequency: 'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY'; Interval: number };
}

/** One action in every demo language: the name differs, and where it carries words, so does the content. */
export interface DemoAction {
  readonly name: Localized;
  readonly content: Readonly<Record<DemoLanguage, ActionContent>>;
}

export interface DemoElement {
  readonly title: Localized;
  readonly actions: readonly DemoAction[];
}

/** A rectangle of the page in whole percent of its width and height, as zones are given. */
export interface PercentBox {
  readonly positionXPercent: number;
  readonly positionYPercent: number;
  readonly widthPercent: number;
  readonly heightPercent: number;
}

export interface DemoZone extends DemoElement, PercentBox {
  readonly name: string;
}

interface DemoPage extends DemoElement {
  /** From 0, in the order of the document. */
  readonly pageIndex: number;
  readonly name: string;
  readonly zones: readonly DemoZone[];
}

export interface DemoDocument extends DemoElement {
  readonly name: string;
  readonly defaultLanguage: DemoLanguage;
  readonly contentType: 'application/pdf' | 'image/jpeg';
  readonly fileName: string;
  readonly pages: readonly DemoPage[];
}
