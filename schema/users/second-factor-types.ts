/** The second step of a log-in, and what a second factor is set up with. */
import { InputFieldBuilder } from '@pothos/core';
import type { FactorSetup, LoginStep } from '../../src/users/second-factors/second-factor.rules.js';
import { type BuiltTypes, builder, enumType } from '../builder.js';

// Problems name these types, and mutations stand on problems: this module knows neither.
const arg = new InputFieldBuilder<BuiltTypes, 'InputObject'>(builder, 'InputObject');

const FactorKindEnum = enumType('SecondFactorKind', {
  description: 'A second way to prove who somebody is.',
  values: {
    Authenticator: { description: 'An application that shows six digits every half minute.' },
    Passkey: { description: 'A key on the device, or on a stick.' },
    RecoveryCode: { description: 'One of the codes that were shown when the second factor was set up.' },
  },
});

export const FactorSetupType = builder.objectRef<FactorSetup>('SecondFactorSetup').implement({
  description: 'What a second factor is set up with; good once and for a quarter of an hour.',
  fields: (t) => ({
    ticket: t.exposeString('ticket', { description: 'Send it with addAuthenticator or addPasskey.' }),
    secret: t.exposeString('secret', { description: 'The secret of a new authenticator, to be typed in.' }),
    uri: t.exposeString('uri', { description: 'The same as an address otpauth://, for a QR code.' }),
    passkeyOptions: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What navigator.credentials.create is given, as PublicKeyCredential.parseCreationOptionsFromJSON reads it; null where the address of the page has no name or no TLS.',
      resolve: ({ passkeyOptions }) => passkeyOptions,
    }),
  }),
});

export const LoginStepType = builder.objectRef<LoginStep>('LoginStep').implement({
  description: 'The second step of a log-in; good once and for a quarter of an hour.',
  fields: (t) => ({
    ticket: t.exposeString('ticket', { description: 'Send it with finishSession or finishLogin.' }),
    kinds: t.field({
      type: [FactorKindEnum],
      description: 'What the user can prove it with here; empty for somebody who sets one up first.',
      resolve: ({ kinds }) => [...kinds],
    }),
    passkeyOptions: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What navigator.credentials.get is given, as PublicKeyCredential.parseRequestOptionsFromJSON reads it.',
      resolve: ({ passkeyOptions }) => passkeyOptions,
    }),
    setup: t.field({
      type: FactorSetupType,
      nullable: true,
      description:
        'For somebody who has to have a second factor and has none: after addAuthenticator or addPasskey its ticket starts the session by startSessionByLink.',
      resolve: ({ setup }) => setup,
    }),
  }),
});

/** The input of second steps. */
export const secondStep = {
  ticket: arg.string({ required: true, description: 'Of the problem that the first step answered.' }),
  code: arg.string({ description: 'Six digits of the authenticator, or a recovery code.' }),
  passkey: arg.field({
    type: 'JSONObject',
    description: 'What navigator.credentials.get answered, as its toJSON says; instead of a code.',
  }),
};
