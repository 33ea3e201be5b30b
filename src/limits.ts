/** Limits of files and of rates: their defaults, and when to change them. */

/** Of files and pictures; in bytes and milliseconds where the name says nothing else. */
export interface Limits {
  /**
   * Of a photo, a reference or any other file that is no document and no archive. Raise it when cameras send larger photos.
   *
   * @default 20 MiB
   */
  readonly maxFileBytes: number;
  /**
   * Of a document: a PDF or picture for print. Raise it when PDFs for print are refused with PAYLOAD_TOO_LARGE.
   *
   * @default 200 MiB
   */
  readonly maxDocumentBytes: number;
  /**
   * Of a ZIP of pictures. Raise it when collections are larger, and see that the disk has room for them.
   *
   * @default 1 GiB
   */
  readonly maxArchiveBytes: number;
  /**
   * Of a picture that is decoded. Raise it when large scans are refused; each pixel takes memory while it is decoded.
   *
   * @default 50 megapixels
   */
  readonly maxPixels: number;
  /**
   * Of one document. Raise it for books and catalogues.
   *
   * @default 300
   */
  readonly maxPdfPages: number;
  /**
   * Processor time to draw one page; small files get less. Raise it when pages with much artwork fail on slow machines.
   *
   * @default 20_000
   */
  readonly pdfPageTimeoutMs: number;
  /**
   * Processor time to draw all pages of a document. Raise it together with `maxPdfPages`.
   *
   * @default 900_000
   */
  readonly pdfTimeoutMs: number;
  /**
   * Of the process that draws a document, beside the file itself. Raise it when artwork is refused for its memory.
   *
   * @default 512
   */
  readonly pdfMemoryMb: number;
}

/** How often something may be done; 0 for as often as they like. */
export interface Rates {
  /**
   * Failed logins to one account from one source in a quarter of an hour. Lower it where passwords are tried out.
   *
   * @default 10
   */
  readonly loginFailures: number;
  /**
   * Scans and clicks of an ApiKey's organization, searches of an application; on each server. Raise it when a large edition
   * comes out, lower it where one organization must not take the server from the others.
   *
   * @default 60_000
   */
  readonly scansPerMinute: number;
  /**
   * Documents and pictures of a user, references of an application; on each server. Raise it for imports by script.
   *
   * @default 6_000
   */
  readonly uploadsPerMinute: number;
  /**
   * From one address. Raise it when many readers share an address, as behind the gateway of a mobile network.
   *
   * @default 300
   */
  readonly signUpsPerHour: number;
  /**
   * From one address. Raise it when a whole office shares one.
   *
   * @default 30
   */
  readonly recoveriesPerHour: number;
}
