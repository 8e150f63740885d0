import { readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { collectionNames, onDemandCollections } from '#lib/content/collections.ts';
import { instituteFileName } from '#lib/content/checking/institute-file.ts';
import { editorSettingsSchema, type EditorSettings } from '#lib/content/editor-settings.ts';
import { instituteSchema, type Institute } from '#lib/content/institute-schema.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import { contentReportSchema, type ContentReport } from '#lib/content/report-file.ts';
import type { InlineCode } from '#lib/http/content-policy.ts';
import { hashOf } from '#lib/publishing/inline-code.ts';
import type { Theme } from '#lib/theme/theme.ts';
import type { ContentView, StoredEntry } from '#app/content-view/content-view.ts';

/** The data of one publication for services and for pages rendered on demand. */
export type Publication = {
  readonly manifest: Manifest;
  /** The same function until the entries or the settings change. */
  readonly entries: ContentView['entries'];
  /** The same object until the entries or the settings change. */
  readonly editorSettings: EditorSettings;
  /** The same object until its facts change. */
  readonly institute: Institute;
  readonly theme: Theme;
  /** The inline code of pages rendered on demand. */
  readonly onDemandCode: InlineCode;
  /** For pages rendered on demand. */
  view(now: Date): ContentView;
  /** Undefined in `npm run dev`. */
  readContentReport(): Promise<ContentReport | undefined>;
};

const entriesSchema = z.array(
  z.object({
    id: z.string(),
    data: z.record(z.string(), z.unknown()),
    filePath: z.string().exactOptional(),
  }),
);

const themeSchema: z.ZodType<Theme> = z.object({
  css: z.string(),
  preloads: z.array(z.string()),
  fonts: z.array(z.string()),
});

/** `npm run dev` has no entries. */
const onDemandContentSchema = z.object({
  entries: z.partialRecord(z.enum(onDemandCollections), entriesSchema).default({}),
  editorSettings: editorSettingsSchema.prefault({}),
  institute: instituteSchema,
  theme: themeSchema,
});

/**
 * Opens the data of a publication.
 * @throws Error if its entries are missing or invalid
 */
export async function openPublication(
  buildDir: string,
  manifest: Manifest,
  previous?: Publication,
): Promise<Publication> {
  const { entries: file, contentReport } = manifest.serverFiles;
  const isSame = previous?.manifest.serverFiles.entries === file;
  const content = isSame ? previous : await readContent(join(buildDir, file));
  const { entries, editorSettings, institute, theme } = content;
  const contentDir = resolve(manifest.contentDir);
  const { siteUrl, contactEmail } = manifest;
  const { scripts, styles } = manifest.onDemandCode;
  const settings = { siteUrl, contactEmail: contactEmail ?? institute.email };
  return {
    manifest,
    entries,
    editorSettings,
    institute,
    theme,
    onDemandCode: { scripts, styles: [...styles, hashOf(theme.css)] },
    view: (now) => ({ now, contentDir, entries, editorSettings, institute, theme, settings }),
    readContentReport: createReportReader(contentReport === null ? undefined : join(buildDir, contentReport)),
  };
}

async function readContent(
  file: string,
): Promise<Pick<Publication, 'entries' | 'editorSettings' | 'institute' | 'theme'>> {
  const content = await readFile(file, 'utf8')
    .then((text) => onDemandContentSchema.parse(JSON.parse(text)))
    .catch((cause: unknown) => {
      throw new Error(`${file} is missing or damaged`, { cause });
    });
  const lists = new Map<string, StoredEntry[]>(Object.entries(content.entries));
  const entries: ContentView['entries'] = (name) => {
    const published = lists.get(name);
    if (published) return published;
    if (onDemandCollections.some((known) => known === name)) return [];
    throw new Error(`Pages rendered on demand have no ${name}: add it to onDemandCollections`);
  };
  return { ...content, entries };
}

/** Reads the report when it is first needed. Retries after a failure. */
function createReportReader(file: string | undefined): Publication['readContentReport'] {
  let report: Promise<ContentReport | undefined> | undefined;
  return async () => {
    try {
      return await (report ??= readReport(file));
    } catch (error) {
      report = undefined;
      throw error;
    }
  };
}

async function readReport(file: string | undefined): Promise<ContentReport | undefined> {
  return file === undefined ? undefined : contentReportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** The path of a file of the report below the content's folder: `courses/soil-science.mdx`. */
export function pathInContent(
  { publication }: { publication: Pick<Publication, 'manifest'> },
  file: string,
): string {
  // The path is relative to where the build ran, which may be a symbolic link.
  const { contentDir } = publication.manifest;
  const path = relative(resolve(contentDir), resolve(file)).split(sep).join('/');
  if (!path.startsWith('../')) return path;
  if (path === `../${instituteFileName}`) return instituteFileName;
  const parts = file.split('/');
  const at = parts.findLastIndex((part) => collectionNames.some((name) => name === part));
  return parts.slice(Math.max(0, at)).join('/');
}
