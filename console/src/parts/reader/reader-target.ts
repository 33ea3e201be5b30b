/** The target of an action as the card for readers needs it. */
import { graphql } from '../../api/graphql';

export const readerTarget = graphql(`
  fragment ReaderTarget on ActionTarget {
    __typename
    ... on UrlTarget {
      url
    }
    ... on MailTarget {
      address
      subject
      body
    }
    ... on PhoneTarget {
      number
    }
    ... on SmsTarget {
      number
      body
    }
    ... on MapTarget {
      latitude
      longitude
      searchAddress
    }
    ... on ShareTarget {
      url
      text
    }
    ... on ContactTarget {
      vCard
    }
    ... on EventTarget {
      iCalendar
    }
    ... on LegacyTarget {
      source
    }
  }
`);
