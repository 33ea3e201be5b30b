/** Where changes of zones go: to readers at once, or into the draft of the document. */
import { useMemo } from 'react';
import { type Client, useClient } from 'urql';
import { change, type Outcome } from '../../api/change';
import type { VariablesOf } from '../../api/graphql';
import { copyOfTarget } from '../../parts/content/target-input';
import { rulesToSend } from '../../parts/rules/rules';
import { windowToSend } from '../../parts/window/time-window';
import { draftWriter, type Edit, type Saved } from '../../parts/drafts/draft-writer';
import { createZone, deleteZone, restoreZone, updateZone, type ZoneData } from './zone-documents';

type Place = Omit<VariablesOf<typeof createZone>['input'], 'imageId' | 'name'>;
/** The order of zones is changed for readers at once. */
export type ZonePatch = VariablesOf<typeof updateZone>['patch'];

export interface ZoneWriter {
  /** Whether changes are collected in a draft. */
  readonly isDraft: boolean;
  readonly create: (imageId: string, place: Place) => Promise<Outcome<Saved>>;
  readonly update: (id: string, patch: ZonePatch, ifVersion: string | null) => Promise<Outcome<Saved>>;
  readonly remove: (id: string, ifVersion: string | null) => Promise<Outcome<unknown>>;
  /** Brings back what `remove` took. */
  readonly restore: (imageId: string, zone: ZoneData) => Promise<Outcome<unknown>>;
}

/** @param draftOf the document whose draft it is; null where there is none */
export function useZoneWriter(draftOf: string | null): ZoneWriter {
  const client = useClient();
  return useMemo(
    () => (draftOf === null ? writerAtOnce(client) : writerOfDraft(client, draftOf)),
    [client, draftOf],
  );
}

function writerAtOnce(client: Client): ZoneWriter {
  return {
    isDraft: false,
    create: async (imageId, place) => change(client, createZone, { input: { imageId, ...place } }),
    update: async (id, patch, ifVersion) => change(client, updateZone, { id, patch, ifVersion }),
    remove: async (id, ifVersion) => change(client, deleteZone, { id, ifVersion }),
    restore: async (_imageId, { id }) => change(client, restoreZone, { id }),
  };
}

function writerOfDraft(client: Client, documentId: string): ZoneWriter {
  const { edit, editOne } = draftWriter(client, documentId);
  return {
    isDraft: true,
    create: async (imageId, place) => editOne({ createZone: { imageId, ...place } }),
    update: async (id, { order: _order, actionStyle: _a, titleStyle: _t, ...patch }, ifVersion) =>
      editOne({ updateZone: { id, patch }, ifVersion }),
    remove: async (id, ifVersion) => editOne({ deleteZone: id, ifVersion }),
    restore: async (imageId, zone) => edit(restoring(imageId, zone)),
  };
}

/** With the texts of a zone that only the draft had: they went with it. */
function restoring(imageId: string, zone: ZoneData): readonly Edit[] {
  const { id, name, positionXPercent, positionYPercent, widthPercent, heightPercent, drafted } = zone;
  const place = { positionXPercent, positionYPercent, widthPercent, heightPercent };
  const shown = { autoTrigger: drafted?.autoTrigger ?? null, timeWindow: windowToSend(zone.timeWindow) };
  // Each member that a zone may be made with: the compiler names one that would be lost here.
  const createZone = { id, imageId, name, ...place, ...shown } satisfies Required<
    NonNullable<Edit['createZone']>
  >;
  const { titles = [], actions = [] } = zone.isNew ? (drafted?.content ?? {}) : {};
  return [
    { createZone },
    ...titles.map(({ version: _version, timeWindow, ...title }) => ({
      change: { setTitle: { ...title, timeWindow: windowToSend(timeWindow) } },
    })),
    ...actions.map(
      ({
        id: _id,
        icon: _icon,
        isValid: _isValid,
        version: _version,
        type,
        target,
        rules,
        timeWindow,
        ...rest
      }) => ({
        change: {
          createAction: {
            ...rest,
            target: copyOfTarget(type, target),
            rules: rulesToSend(rules),
            timeWindow: windowToSend(timeWindow),
          },
        },
      }),
    ),
  ];
}
