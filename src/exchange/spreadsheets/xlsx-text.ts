/** Texts in cells of workbooks: runs in several styles, and characters that XML cannot hold or would not keep. */

/**
 * Gathers the text of an element `si` or `is`. What is written above a text as its reading (`rPh`) is no part of it.
 */
export class XlsxText {
  private text = '';
  private isInText = false;
  private isInReading = false;

  /** Begins another text. */
  clear(): void {
    this.text = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.isInReading = true;
    if (name === 't') this.isInText = true;
  }

  add(text: string): void {
    if (this.isInText && !this.isInReading) this.text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.isInReading = false;
    if (name === 't') this.isInText = false;
  }

  get value(): string {
    return unescapeXlsx(this.text);
  }
}

/** `_x000D_` stands for a carriage return, and `_x005F_` for the underscore of what only looks so. */
export function unescapeXlsx(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The text as `unescapeXlsx` takes it; XML would make a line feed of a carriage return. */
export function escapeXlsx(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_').replaceAll('\r', '_x000D_');
}
