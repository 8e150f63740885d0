import { z } from 'zod';
import { pageTypes } from './collections.ts';

/** One stored body. Its compressed forms lie beside it as `file + '.br'` and `file + '.gz'`. */
const representationSchema = z.strictObject({
  /** Path below the build's folder: `client/courses/soil-science.html`. */
  file: z.string(),
  contentType: z.string(),
  /** Strong entity tag of the identity form, with its quotes; `-br` and `-gz` before the closing quote tell the others. */
  etag: z.string(),
  /** Sizes in bytes; a coding that did not pay is null. */
  bytes: z.number().int(),
  br: z.number().int().nullable(),
  gzip: z.number().int().nullable(),
});

/** Hashes of the scripts and styles that a page holds inline, as `sha256-...`: its policy allows these. */
const inlineCodeSchema = z.strictObject({ scripts: z.array(z.string()), styles: z.array(z.string()) });

/** A prerendered page in both of its forms. */
export const publishedPageSchema = z.strictObject({
  /** The page's one address: `/courses/soil-science`. */
  path: z.string(),
  /** Address of the twin: `/courses/soil-science.md`. */
  markdownPath: z.string(),
  type: z.enum(pageTypes),
  title: z.string(),
  description: z.string(),
  /** Day of the last change, where the author gave one. */
  updated: z.string().nullable(),
  /** Other than 200: pages that are shown in place of others, which are in no index and no map. */
  status: z.union([z.literal(200), z.literal(404), z.literal(429), z.literal(500)]),
  html: representationSchema,
  markdown: representationSchema,
  /** Which of the manifest's `inlineCode` it holds. */
  inlineCode: z.number().int().nonnegative(),
});

/** A file that is no page: a style sheet, an image, robots.txt. */
const publishedFileSchema = representationSchema.extend({
  path: z.string(),
  /** True when the name carries a hash of the content, so that it may be kept for ever. */
  immutable: z.boolean(),
});

/** A former address of a page; its twin's former address leads to the twin. */
const publishedRedirectSchema = z.strictObject({ from: z.string(), to: z.string() });

/** What `publishing` leaves for `delivery`: `manifest.json` in the build's folder. */
export const manifestSchema = z.strictObject({
  version: z.literal(1),
  /** Instant of the build, ISO 8601. */
  builtAt: z.string(),
  siteUrl: z.string(),
  pages: z.array(publishedPageSchema),
  files: z.array(publishedFileSchema),
  redirects: z.array(publishedRedirectSchema),
  /** Each once that pages hold; many pages hold the same. */
  inlineCode: z.array(inlineCodeSchema),
  /** What any page that is made on demand may hold. */
  onDemandCode: inlineCodeSchema,
});

export type Representation = z.infer<typeof representationSchema>;
export type PublishedPage = z.infer<typeof publishedPageSchema>;
export type PublishedFile = z.infer<typeof publishedFileSchema>;
export type PublishedRedirect = z.infer<typeof publishedRedirectSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
