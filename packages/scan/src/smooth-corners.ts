/** Steadies the corners of a page in moving pictures: the one-euro filter, calm when they rest, quick when they move. */

export type Corners = readonly (readonly [number, number])[];

/** Hertz that pass while nothing moves. */
const CALM_HERTZ = 1.2;
/** Hertz more for each picture's width a second. */
const HERTZ_BY_SPEED = 12;
/** Hertz of the speed itself. */
const SPEED_HERTZ = 1;

/** Share that a new value has, by the seconds since the last one. */
const shareOf = (hertz: number, seconds: number): number => {
  const turns = 2 * Math.PI * hertz * seconds;
  return turns / (turns + 1);
};

export class SmoothCorners {
  #at = 0;
  #places: number[] = [];
  #speeds: number[] = [];

  /** @param at  milliseconds of any clock, never back @returns the corners to show */
  next(corners: Corners, at: number): Corners {
    const values = corners.flat();
    const seconds = (at - this.#at) / 1000;
    this.#at = at;
    if (this.#places.length !== values.length) {
      this.#places = values;
      this.#speeds = values.map(() => 0);
    } else if (seconds > 0) {
      this.#speeds = this.#speeds.map((speed, i) => {
        const measured = ((values[i] ?? 0) - (this.#places[i] ?? 0)) / seconds;
        return speed + (measured - speed) * shareOf(SPEED_HERTZ, seconds);
      });
      this.#places = this.#places.map((place, i) => {
        const hertz = CALM_HERTZ + HERTZ_BY_SPEED * Math.abs(this.#speeds[i] ?? 0);
        return place + ((values[i] ?? 0) - place) * shareOf(hertz, seconds);
      });
    }
    return corners.map((_corner, i) => [this.#places[2 * i] ?? 0, this.#places[2 * i + 1] ?? 0]);
  }
}

interface Outlined {
  readonly id: string;
  readonly outline: Corners;
}

/** Steadies the outline of a page and of each of its zones. */
export class SmoothOutlines {
  readonly #of = new Map<string, SmoothCorners>();

  /** @param at  as `SmoothCorners.next` */
  next({ id, outline, zones }: Outlined & { readonly zones: readonly Outlined[] }, at: number) {
    const ofZones = zones.map((zone) => ({ id: zone.id, corners: this.#next(zone, at) }));
    return { id, corners: this.#next({ id: '', outline }, at), zones: ofZones };
  }

  #next({ id, outline }: Outlined, at: number): Corners {
    const smooth = this.#of.get(id) ?? new SmoothCorners();
    this.#of.set(id, smooth);
    return smooth.next(outline, at);
  }
}
