/** Fields of titles and actions, readers' or drafted ones, that tools answer. */
const TARGET = `target {
  ... on UrlTarget { url } ... on PhoneTarget { number } ... on MailTarget { address subject }
  ... on SmsTarget { number } ... on MapTarget { __typename } ... on ShareTarget { __typename }
  ... on ContactTarget { __typename } ... on EventTarget { __typename } ... on LegacyTarget { __typename }
}`;
const TITLE = 'languageCode value';
const ACTION = `id languageCode name type ${TARGET}`;

/** Of every element with content. */
export const CONTENT = `titles { ${TITLE} } actions { ${ACTION} }
  drafted { titles { ${TITLE} isChanged } actions { ${ACTION} isChanged } }`;

const PLACE = 'positionXPercent positionYPercent widthPercent heightPercent';

export const ZONES = `zones { id name ${PLACE} ${CONTENT} }
  draftedZones { id name isNew isChanged ${PLACE} content { titles { ${TITLE} } actions { ${ACTION} } } }`;

export const DRAFT = `id documentId user updatedAt version changeCount publishAt publishStopped changes {
  id kind languageCode actionName user element { id type name pageOrder }
  changes { field before after } conflict { reason } }`;
