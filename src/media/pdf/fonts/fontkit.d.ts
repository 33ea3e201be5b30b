/** What is used of fontkit, which comes without types. */
declare module 'fontkit' {
  export interface Font {
    readonly postscriptName: string;
    readonly 'OS/2'?: {
      readonly fsType?: {
        readonly noEmbedding?: boolean;
        readonly noSubsetting?: boolean;
        readonly bitmapOnly?: boolean;
      };
    };
    /** Tables by which glyphs are substituted and placed; absent in simple fonts. */
    readonly GSUB?: object;
    readonly GPOS?: object;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): { readonly path: { readonly commands: readonly unknown[] } };
  }

  /** @throws Error for what is no font */
  export function create(bytes: Uint8Array): Font | { readonly fonts: readonly Font[] };
}
