/** The screens of the console of which pictures are made, and how each is brought to what its picture shows. */
import type { Page } from 'playwright-core';
import { drawBooklet } from '../../benchmark/proofs/booklet.js';
import type { TourContent } from './content.js';

interface Stop {
  readonly name: string;
  readonly path: (content: TourContent) => string;
  /** Somebody who is not logged in sees it. */
  readonly isPublic?: true;
  /** For looking at only: docs/console.md does not show it. */
  readonly isForReview?: true;
  /** README.md shows it as it is on a phone. */
  readonly isShownOnPhone?: true;
  readonly prepare?: (page: Page, content: TourContent) => Promise<void>;
}

const asFile = (buffer: Buffer, name: string) => ({ name, mimeType: 'image/jpeg', buffer });

const ADMINISTRATION_TABS = ['roles', 'organization', 'keys', 'signIn', 'log', 'privacy', 'webhooks', 'own'];

export const STOPS: readonly Stop[] = [
  { name: 'start', path: () => '/', isPublic: true },
  { name: 'scan', path: () => '/scan', isPublic: true, isForReview: true },
  {
    name: 'library',
    path: () => '/library',
    prepare: async (page) => {
      await page.getByRole('list').getByRole('link', { name: 'Printed matter' }).last().click();
      await page.getByRole('link', { name: 'Poster: Night of the owls' }).waitFor();
    },
  },
  { name: 'document', path: ({ magazineId, recipeId }) => `/documents/${magazineId}?page=${recipeId}` },
  { name: 'texts', path: ({ magazineId }) => `/texts/${magazineId}` },
  {
    name: 'check',
    path: ({ magazineId }) => `/documents/${magazineId}/check`,
    isForReview: true,
  },
  { name: 'zones', path: ({ recipeId }) => `/pages/${recipeId}` },
  { name: 'preview', path: ({ coverId }) => `/pages/${coverId}/preview` },
  {
    name: 'try',
    path: () => '/try',
    isShownOnPhone: true,
    prepare: async (page, { photo }) => {
      await page.locator('main input[type=file]').first().setInputFiles(asFile(photo, 'photo.jpg'));
      await page.locator('.try-verdict').waitFor();
    },
  },
  { name: 'statistics', path: () => '/statistics' },
  {
    name: 'compare',
    path: () => '/compare',
    prepare: async (page, { prints }) => {
      for (const [index, buffer] of prints.entries())
        await page
          .locator('main input[type=file]')
          .first()
          .setInputFiles(asFile(buffer, `proof-${index + 1}.jpg`));
      await page.getByRole('slider').first().waitFor();
    },
  },
  {
    name: 'compare-pdfs',
    path: () => '/compare',
    prepare: async (page) => {
      const { first, second } = await drawBooklet({
        pageCount: 6,
        changes: { 1: 'price', 3: 'word', 5: 'missing picture' },
        inserted: [5],
      });
      for (const [label, buffer, name] of [
        ['First picture', first, 'spring.pdf'],
        ['Second picture', second, 'spring-new.pdf'],
      ] as const)
        await page
          .locator(`input[aria-label="${label}"], main input[type=file]`)
          .first()
          .setInputFiles({ name, mimeType: 'application/pdf', buffer });
      await page.getByRole('slider').first().waitFor({ timeout: 120_000 });
    },
  },
  {
    name: 'conflicts',
    path: () => '/conflicts',
    prepare: async (page, { offprintName }) => {
      await page.locator('main button').last().click();
      await page.getByText(offprintName).first().waitFor();
      // It goes on while the first pairs are there already.
      await page.locator('main').getByRole('progressbar').waitFor({ state: 'detached', timeout: 120_000 });
    },
  },
  { name: 'pictures', path: () => '/pictures' },
  {
    name: 'engine',
    path: () => '/engine',
    prepare: async (page, { photo }) => {
      await page.locator('main tbody tr').first().waitFor();
      await page.locator('main input[type=file]').last().setInputFiles(asFile(photo, 'photo.jpg'));
      await page.getByRole('row', { name: /%/ }).first().waitFor();
    },
  },
  { name: 'administration', path: () => '/administration' },
  ...ADMINISTRATION_TABS.map((tab): Stop => ({
    name: `administration-${tab}`,
    path: () => `/administration?tab=${tab}`,
    isForReview: true,
  })),
  { name: 'trash', path: () => '/trash' },
];
