/**
 * Texts that follow a format, by the name that other public schemas give it, so that front-ends can type them. Whether a value
 * is right is the rule of the member that takes it, which refuses it with a problem that names the member. What was stored
 * before a rule existed is answered as it is: it never makes an answer fail.
 */
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';

interface Format {
  readonly name: string;
  readonly description: string;
  readonly specifiedByURL: string;
  /** A value for the error about those that are no text. */
  readonly example: string;
}

function textScalar({ name, description, specifiedByURL, example }: Format): GraphQLScalarType<string> {
  const refused = (what: string) =>
    new GraphQLError(`${name} is a text, for example "${example}"; this is ${what}.`, {
      extensions: { code: 'BAD_USER_INPUT' },
    });
  return new GraphQLScalarType<string>({
    name,
    description,
    specifiedByURL,
    coerceOutputValue: String,
    coerceInputValue: (value) => {
      if (typeof value === 'string') return value;
      throw refused(Array.isArray(value) ? 'a list' : `of type ${typeof value}`);
    },
    coerceInputLiteral: (node: ValueNode) => {
      if (node.kind === Kind.STRING) return node.value;
      throw refused('none');
    },
  });
}

export const urlScalar = textScalar({
  name: 'URL',
  description: 'An address, for example `https://print.example/leaflet`.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  example: 'https://print.example/leaflet',
});

export const localeScalar = textScalar({
  name: 'Locale',
  description: 'A language with its region, for example `fr-FR`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc5646',
  example: 'fr-FR',
});

export const emailAddressScalar = textScalar({
  name: 'EmailAddress',
  description: 'A mail address, for example `anna@print.example`.',
  specifiedByURL: 'https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address',
  example: 'anna@print.example',
});
