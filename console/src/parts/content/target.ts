/** Targets of actions: as the server answers it, and as the form holds it. */
import { graphql, type ResultOf } from '../../api/graphql';
import { type ActionType, type Content, isObject, tidy } from './shapes';
import { ofStored } from './stored-content';

export const targetFields = graphql(`
  fragment ActionTargetFields on ActionTarget {
    __typename
    ... on UrlTarget {
      url
      isEmbeddedWebView
      isAnonymous
      contentType
      extras
    }
    ... on MailTarget {
      address
      subject
      body
      extras
    }
    ... on PhoneTarget {
      number
      extras
    }
    ... on SmsTarget {
      number
      body
      extras
    }
    ... on MapTarget {
      latitude
      longitude
      searchAddress
      extras
    }
    ... on ShareTarget {
      url
      text
      extras
    }
    ... on ContactTarget {
      firstName
      lastName
      organization
      photoUrl
      telephones {
        type
        number
      }
      emails {
        type
        address
      }
      addresses {
        type
        street
        zipCode
        city
        country
      }
      vCard
      isVCard
      extras
    }
    ... on EventTarget {
      summary
      start
      end
      location
      description
      organizerMail
      attendeeMail
      recurrence {
        frequency
        interval
      }
      iCalendar
      isICalendar
      extras
    }
    ... on LegacyTarget {
      json
      source
    }
  }
`);

export type Target = ResultOf<typeof targetFields>;

/** As the form holds it; what breaks the rules of its type is shown as far as it can be. */
export function contentOf(type: ActionType, target: Target): Content {
  if (target.__typename === 'LegacyTarget')
    return type !== 'RAW' && isObject(target.json) ? ofStored(type, target.json) : {};
  const { vCard, isVCard, iCalendar, isICalendar, ...members } = target as Content;
  return tidy({
    ...members,
    ...(isVCard === true ? { vCard } : {}),
    ...(isICalendar === true ? { iCalendar } : {}),
  });
}

/** Of RAW, which may be any text. */
export const rawOf = (target: Target): string => (target.__typename === 'LegacyTarget' ? target.source : '');
