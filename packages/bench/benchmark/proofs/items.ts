/** What a page of print is made of; lengths are points. */

/** Left, top, right and bottom as fractions of the page. */
export type Place = readonly [left: number, top: number, right: number, bottom: number];

export type Item =
  | {
      readonly is: 'text';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly font: string;
      readonly pt: number;
      readonly color: string;
    }
  | {
      readonly is: 'picture' | 'logo' | 'gradient' | 'block' | 'line';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly color: string;
      /** Draws the inside of a picture, and the second color of a gradient. */
      readonly seed: number;
      readonly secondColor: string;
    };
