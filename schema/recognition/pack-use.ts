/** Uses of a pack: pages that phones recognized and actions that were opened, reported when they have a network again. */
import { refusalReasons } from '../../src/packs/pack-use.rules.js';
import type { RecordedUses, RefusedUse } from '../../src/packs/pack-uses.js';
import { builder, enumType } from '../builder.js';
import { arg, problemMutation } from '../mutations.js';
import { deviceOf } from './recognition.js';

const PackUseRefusalEnum = enumType('PackUseRefusal', {
  description:
    'Why a use is refused for good: a wrong member, nothing of the pack, a time in the future, before the pack was made, after it expired, or older than what the organization keeps.',
  values: refusalReasons,
});

const RefusedPackUse = builder.objectRef<RefusedUse>('RefusedPackUse').implement({
  description: 'A use that does not count; another try changes nothing.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, as it was sent.' }),
    reason: t.expose('reason', { type: PackUseRefusalEnum, description: 'Why.' }),
    message: t.exposeString('message', { description: 'Why, in words.' }),
  }),
});

const RecordedPackUses = builder.objectRef<RecordedUses>('RecordedPackUses').implement({
  description:
    'What became of the uses. Those that are in neither list were not looked at, because of the limits of the key: send them again later.',
  fields: (t) => ({
    recordedIds: t.idList({
      description: 'Those that count, also by an earlier report.',
      resolve: ({ recordedIds }) => [...recordedIds],
    }),
    refused: t.field({
      type: [RefusedPackUse],
      description: 'Those that do not count.',
      resolve: ({ refused }) => [...refused],
    }),
  }),
});

const PackUseInput = builder.inputType('PackUseInput', {
  description: 'A page that a phone recognized, or what its reader opened there.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'A UUID of your own: what is sent twice counts once.' }),
    at: t.field({ type: 'DateTime', required: true, description: 'When it happened.' }),
    elementId: t.id({ required: true, description: 'The page or zone that was recognized.' }),
    actionId: t.id({ description: 'The action that was opened; left out for the recognition itself.' }),
    languageCode: t.field({
      type: 'Locale',
      required: true,
      description: 'Language that the reader was shown.',
    }),
    sessionId: t.string({ required: true, description: 'The same for a recognition and its clicks.' }),
  }),
});

problemMutation('recordPackUses', {
  type: RecordedPackUses,
  description:
    'Reports what a phone recognized and opened with a pack while it had no network. It counts at the time at which it happened.',
  args: {
    packId: arg.id({ required: true, description: 'The pack.' }),
    uses: arg.field({ type: [PackUseInput], required: true, description: 'At most 50, the oldest first.' }),
  },
  resolve: ({ packId, uses }, context) =>
    context.services.packUses.record(
      context.keyHolder,
      packId,
      uses.map(({ actionId, ...use }) => ({ ...use, actionId: actionId ?? null })),
      deviceOf(context, null),
    ),
});
