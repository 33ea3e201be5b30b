/** The content of a pack: all that a reader is shown of its pages and zones, by language. */
import type { Place } from '../engine-host/plane.js';

export interface PackAction {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly style: string | null;
  /** Of its icon among the pack's pictures; left out where the pack has none. */
  readonly iconId?: string;
  /** Members of its target, by the name of its shape in GraphQL. */
  readonly target: { readonly __typename: string } & Readonly<Record<string, unknown>>;
}

/** A page or zone in one language. */
export interface PackShown {
  readonly languageCode: string;
  readonly title: string | null;
  readonly titleStyle: string | null;
  readonly actions: readonly PackAction[];
}

export interface PackElement {
  readonly id: string;
  /** The page itself, or the page of a zone. */
  readonly pageId: string;
  readonly documentId: string;
  /** Of a zone on its page; null of a page. */
  readonly place: Place | null;
  readonly autoTrigger: boolean;
  /** Of its thumbnail among the pack's pictures; left out where the pack has none. */
  readonly thumbnailId?: string;
  /** ISO 8601: a time window opens or closes then, and other words may hold; null for never. */
  readonly shownUntil: string | null;
  /** By the language that was asked for when the pack was made. */
  readonly shown: Readonly<Record<string, PackShown>>;
}

/** A reference of the pack's index. */
export interface PackReference {
  readonly key: number;
  /** Number of its latest change: a later pack takes what has not changed since. */
  readonly sequence: number;
  /** Place of its segment among the pack's chunks. */
  readonly chunk: number;
  /** Place of what it shows in `elements`. */
  readonly element: number;
  /** Whether other pages look alike: a photo of it may show one that the pack does not hold. */
  readonly hasRelatives: boolean;
  /** Of these, those that the pack holds, with their places on this one: row-major, on fractions of both. */
  readonly relatives?: readonly { readonly key: number; readonly pose: readonly number[] }[];
}

/** Place of a picture: in which of the pack's parts of pictures, and where there. */
export interface PackPicture {
  readonly part: number;
  readonly from: number;
  readonly size: number;
}

/** Place of a picture that content is compared with: a gray JPEG with its size in pixels. */
export interface PackComparison extends PackPicture {
  readonly width: number;
  readonly height: number;
}

export interface PackContent {
  readonly elements: readonly PackElement[];
  readonly references: readonly PackReference[];
  /** Icons and thumbnails by their ids; left out where the pack holds none. */
  readonly pictures?: Readonly<Record<string, PackPicture>>;
  /** Of references that others look like, by key and sequence with a dot between; left out where there are none. */
  readonly comparisons?: Readonly<Record<string, PackComparison>>;
}
