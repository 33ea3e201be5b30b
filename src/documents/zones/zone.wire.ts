/** The members of a zone as rows, files and REST hold them. */
import { type ZoneMembers, zoneMemberNames } from './zone.members.js';

/** The values that the zone's own row holds. */
export function columnsOfZone({ name: _name, ...columns }: ZoneMembers): Omit<ZoneMembers, 'name'> {
  return columns;
}

/** How files and REST spell a member: `positionXPercent` is `PositionX`. */
export type ZoneWireName<Name extends string> = Capitalize<
  Name extends `${infer Measure}Percent` ? Measure : Name
>;

export const zoneWireName = <Name extends string>(name: Name): ZoneWireName<Name> =>
  name.replace(/Percent$/, '').replace(/^[a-z]/, (first) => first.toUpperCase()) as ZoneWireName<Name>;

/** Spellings of the members in the order of files: what files held first stands first. */
export const zoneWireNames = [
  ...new Set(['Height', 'Width', 'PositionX', 'PositionY', ...zoneMemberNames.map(zoneWireName)] as const),
];

/** Members as files and REST spell them. */
export type ZoneOnWire = {
  readonly [Name in keyof ZoneMembers as ZoneWireName<Name>]: ZoneMembers[Name];
};

export function zoneOnWire(zone: ZoneMembers): ZoneOnWire {
  const values = new Map<string, unknown>(zoneMemberNames.map((name) => [zoneWireName(name), zone[name]]));
  return Object.fromEntries(zoneWireNames.map((name) => [name, values.get(name)])) as ZoneOnWire;
}

/** The members of a file or a body that are there. */
export function zoneFromWire(wire: Readonly<Record<string, unknown>>): Partial<ZoneMembers> {
  return Object.fromEntries(
    zoneMemberNames.flatMap((name) => {
      const value = wire[zoneWireName(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
