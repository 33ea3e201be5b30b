/** The short addresses of a document as a PDF: a code to cut out, its address, and the page where it belongs. */
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { Viewer } from '../access/viewer.js';
import { Action } from '../content/actions/action.entity.js';
import type { Database, EntityManager } from '../db/database.js';
import type { FileStore } from '../media/blobs/file-store.js';
import { EmbeddableFonts } from '../media/pdf/fonts/embeddable-fonts.js';
import { SystemFonts } from '../media/pdf/fonts/system-fonts.js';
import { ReportLetters } from '../proofs/report/report-letters.js';
import type { ProofLanguage } from '../proofs/words/proof-words.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import { idsUpwards, inSubtree } from '../tree/node-path.js';
import { Node } from '../tree/node.entity.js';
import { qrPath } from './qr-code.js';
import { ShortAddress } from './short-address.entity.js';

const MARGIN = 42;
const GAP = 18;
/** Of a code; with its quiet zone 30 mm, which phones read from an arm's length. */
const CODE = 85;
const ROW = CODE + GAP;
const THUMBNAIL_WIDTH = 62;
const TEXT_LEFT = MARGIN + CODE + GAP + THUMBNAIL_WIDTH + GAP;
/** Of the stored file that is drawn: sharp in print at that width. */
const THUMBNAIL_PIXELS = 260;
const LONGEST = 70;

const words = {
  en: { page: (order: number) => `Page ${order}`, whole: 'Whole document', none: 'No short address yet.' },
  de: {
    page: (order: number) => `Seite ${order}`,
    whole: 'Ganzes Dokument',
    none: 'Noch keine Kurzadresse.',
  },
  fr: {
    page: (order: number) => `Page ${order}`,
    whole: 'Tout le document',
    none: 'Pas encore d’adresse courte.',
  },
};

interface Entry {
  readonly url: string;
  readonly order: number;
  readonly lines: readonly string[];
  readonly pageId: string | null;
}

export class ShortAddressSheet {
  constructor(
    private readonly database: Database,
    private readonly guarded: GuardedNodes,
    private readonly files: Pick<FileStore, 'ownedBy' | 'read'>,
  ) {}

  /**
   * @param urlOf the address that stands in print
   * @returns the bytes of a PDF in the order of the pages
   * @throws LoupeError NOT_FOUND, FORBIDDEN
   */
  async make(
    viewer: Viewer,
    documentId: string,
    language: ProofLanguage,
    urlOf: (address: ShortAddress) => string,
  ): Promise<{ readonly fileName: string; readonly content: Buffer }> {
    const em = this.database.reader();
    const document = await this.guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    const entries = await this.entries(em, document, words[language], urlOf);
    const sheet = new Sheet(document.name, document.dateModified, language);
    sheet.line(document.name, MARGIN, true, 16);
    if (entries.length === 0) sheet.line(words[language].none, MARGIN, false, 10);
    const pictures = new Map<string, Promise<Buffer | null>>();
    for (const entry of entries) {
      const { pageId } = entry;
      const picture = pageId === null ? null : (pictures.get(pageId) ?? this.picture(em, pageId));
      if (pageId !== null && picture !== null) pictures.set(pageId, picture);
      sheet.entry(entry, await picture);
    }
    return { fileName: `${fileName(document.name)}.pdf`, content: await sheet.end() };
  }

  private async entries(
    em: EntityManager,
    document: Node,
    { page, whole }: (typeof words)['en'],
    urlOf: (address: ShortAddress) => string,
  ): Promise<readonly Entry[]> {
    const nodes = await em.find(Node, { path: inSubtree(document.path) });
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const addresses = await em.find(
      ShortAddress,
      { elementId: { $in: [...byId.keys()] } },
      { orderBy: { id: 'asc' } },
    );
    const ids = addresses.flatMap(({ actionId }) => actionId ?? []);
    const actions = await em.find(Action, { id: { $in: ids } });
    const entries = addresses.map((address) => {
      const element = byId.get(address.elementId);
      const upwards = idsUpwards(element?.path ?? '').flatMap((id) => byId.get(id) ?? []);
      const pageNode = upwards.find(({ type }) => type === 'Image') ?? null;
      const action = actions.find(({ id }) => id === address.actionId);
      const names = [element?.type === 'Zone' ? element.name : null, action?.name ?? null];
      const url = urlOf(address);
      const where = pageNode === null ? whole : page(pageNode.order);
      return {
        url,
        order: pageNode?.order ?? 0,
        pageId: pageNode?.id ?? null,
        lines: [where, ...names.flatMap((name) => name ?? []), url.replace(/^https?:\/\//, '')],
      };
    });
    return entries.toSorted((a, b) => a.order - b.order);
  }

  private async picture(em: EntityManager, pageId: string): Promise<Buffer | null> {
    const file = (await this.files.ownedBy(em, [pageId], ['SmallThumbnail'])).at(-1);
    if (file === undefined) return null;
    return sharp(await this.files.read(file))
      .resize(THUMBNAIL_PIXELS, null)
      .jpeg()
      .toBuffer();
  }
}

class Sheet {
  private readonly pdf: PDFKit.PDFDocument;
  private readonly finished: Promise<Buffer>;
  private readonly letters: ReportLetters;

  constructor(title: string, date: Date, lang: string) {
    const info = { Title: title, Creator: 'Loupe', CreationDate: date, ModDate: date };
    this.pdf = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang });
    this.letters = new ReportLetters(new EmbeddableFonts(false, new SystemFonts()));
    const chunks: Buffer[] = [];
    this.finished = new Promise((resolve, reject) => {
      this.pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.pdf.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
    });
  }

  entry({ url, lines }: Entry, picture: Buffer | null): void {
    const { pdf } = this;
    if (pdf.y + ROW > pdf.page.height - MARGIN) pdf.addPage();
    const top = pdf.y;
    const { side, path } = qrPath(url);
    pdf
      .save()
      .translate(MARGIN, top)
      .scale(CODE / side)
      .path(path)
      .fill('#000000')
      .restore();
    if (picture !== null) pdf.image(picture, MARGIN + CODE + GAP, top, { fit: [THUMBNAIL_WIDTH, CODE] });
    pdf.y = top + 6;
    for (const [at, line] of lines.entries()) this.line(line, TEXT_LEFT, at === 0, 11);
    pdf.y = top + ROW;
  }

  /** In fonts that have its letters, cut where it would not fit. */
  line(text: string, left: number, isStrong: boolean, size: number): void {
    const { pdf } = this;
    const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
    const { runs } = this.letters.write(short.replaceAll(/\s+/g, ' '));
    const top = pdf.y;
    let x = left;
    for (const { font, text: part } of runs) {
      if (font === null) pdf.font(isStrong ? 'Helvetica-Bold' : 'Helvetica');
      else if (font.member === null) pdf.font(font.path);
      else pdf.font(font.path, font.member);
      pdf.fontSize(size).fillColor('#000000');
      pdf.text(part, x, top, { lineBreak: false });
      x += pdf.widthOfString(part);
    }
    pdf.x = MARGIN;
    pdf.y = top + size * 1.4;
  }

  async end(): Promise<Buffer> {
    this.pdf.end();
    return this.finished;
  }
}

function fileName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim();
  return plain === '' ? 'loupe' : plain.slice(0, 60);
}
