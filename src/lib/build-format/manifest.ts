import { z } from 'zod';
import { pageTypes } from '#lib/content/collections.ts';

/** A stored body. Its compressed variants are in `file + '.br'` and `file + '.gz'`. */
const representationSchema = z.strictObject({
  /** Path below the build's folder: `client/courses/soil-science.html`. */
  file: z.string(),
  contentType: z.string(),
  /** Strong entity tag with quotes. Compressed variants add `-br` or `-gz` before the closing quote. */
  etag: z.string(),
  /** Sizes in bytes. `br` and `gzip` are null if compression saves too little. */
  bytes: z.number().int(),
  br: z.number().int().nullable(),
  gzip: z.number().int().nullable(),
});

/** Hashes of inline scripts and styles for the Content-Security-Policy: `sha256-...`. */
const inlineCodeSchema = z.strictObject({ scripts: z.array(z.string()), styles: z.array(z.string()) });

/** A prerendered page, as HTML and as Markdown. */
export const publishedPageSchema = z.strictObject({
  /** `/courses/soil-science` */
  path: z.string(),
  /** `/courses/soil-science.md` */
  markdownPath: z.string(),
  type: z.enum(pageTypes),
  title: z.string(),
  description: z.string(),
  /** Day of the last change, if the front matter has one. */
  updated: z.string().nullable(),
  /** Error pages have a status other than 200 and are not in any index. */
  status: z.union([z.literal(200), z.literal(404), z.literal(429), z.literal(500)]),
  html: representationSchema,
  markdown: representationSchema,
  /** Index in the manifest's `inlineCode`. */
  inlineCode: z.number().int().nonnegative(),
});

/** Any other file: a style sheet, an image, robots.txt. */
const publishedFileSchema = representationSchema.extend({
  path: z.string(),
  /** The name contains a hash of the content, so the file can be cached forever. */
  immutable: z.boolean(),
  /** `content`: written by each publication. `code`: written by builds only. */
  madeFrom: z.enum(['code', 'content']),
});

/** A former address of a page. The Markdown variant redirects too. */
const publishedRedirectSchema = z.strictObject({ from: z.string(), to: z.string() });

/** Files that the server reads besides pages, as paths below the build's folder. */
const serverFilesSchema = z.strictObject({
  searchIndex: z.string(),
  passages: z.string(),
  /** Data of the entries that on-demand pages show. */
  entries: z.string(),
  contentReport: z.string().nullable(),
  /** The published content, from which scheduled changes are published later. */
  snapshot: z.string().nullable(),
});

/**
 * `manifest.json` in the folder of a build: written by `publishing`, read by `delivery`. Each publication replaces it,
 * and running servers follow it.
 */
export const manifestSchema = z.strictObject({
  version: z.literal(2),
  /** ISO 8601: when the code was built. */
  builtAt: z.string(),
  /** ISO 8601: the moment for which the content was published. */
  publishedAt: z.string(),
  /** False while a publication is in progress: changed pages are published, but not yet everything that depends on them. */
  isComplete: z.boolean(),
  /** Folder of the content: relative to the project's folder if it is inside, else absolute. */
  contentDir: z.string(),
  /** The file with the facts of the institute: a relative or absolute path, as for `contentDir`. */
  instituteFile: z.string(),
  siteUrl: z.string(),
  /** The operator's email address; null if the institute's is used. */
  contactEmail: z.string().nullable(),
  pages: z.array(publishedPageSchema),
  files: z.array(publishedFileSchema),
  redirects: z.array(publishedRedirectSchema),
  /** Without duplicates: many pages share the same code. */
  inlineCode: z.array(inlineCodeSchema),
  /** The inline code of pages that are rendered on demand. */
  onDemandCode: inlineCodeSchema,
  /** All inline code of the build. Later publications allow no other code, because content cannot contain any. */
  knownCode: inlineCodeSchema,
  serverFiles: serverFilesSchema,
});

/** The name of a build's manifest in its folder. */
export const manifestFile = 'manifest.json';
/** Folder of the last complete manifests, whose names are the times of writing in milliseconds. */
export const keptManifestsFolder = 'manifests';

export type Representation = z.infer<typeof representationSchema>;
export type PublishedPage = z.infer<typeof publishedPageSchema>;
export type PublishedFile = z.infer<typeof publishedFileSchema>;
export type Manifest = z.infer<typeof manifestSchema>;
