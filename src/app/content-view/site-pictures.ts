import { dirname, resolve } from 'node:path';
import {
  contentPicturesCache,
  createPictures,
  type Pictures,
} from '#lib/content/documents/content-pictures.ts';
import { isOfInstitute, type SourceFile, type Sources } from '#lib/publishing/activation/sources.ts';
import type { ContentParser } from './content-parser.ts';
import { cropsOfEntry, cropsOfHome, type ShownPicture } from './entry-pictures.ts';
import type { createSiteSettings } from './site-settings.ts';

type SitePicturesOptions = {
  contentDir: string;
  content: ContentParser;
  editorSettings: ReturnType<typeof createSiteSettings>;
  readPicture: (file: SourceFile) => Promise<Buffer>;
  /** The path of a file in `Sources`. */
  pathOf: (file: string) => string;
};

/** The pictures of a state of the content, and their conversion to all sizes and formats. */
export function createSitePictures({
  contentDir,
  content,
  editorSettings,
  readPicture,
  pathOf,
}: SitePicturesOptions) {
  const picturesOf = (sources: Sources, hasTime: boolean): Pictures =>
    createPictures({
      cacheDir: contentPicturesCache,
      hasTime,
      read: async (path) => {
        const file = sources.get(pathOf(path));
        return file && readPicture(file);
      },
    });

  /** The pictures of entries with their crops, and all other pictures without crops. */
  function listPictures(sources: Sources): ShownPicture[] {
    const entries = content.list(sources).map(({ known }) => known);
    const cropped = [
      ...entries.flatMap(({ stored, collection }) => cropsOfEntry(stored, collection)),
      ...cropsOfHome(editorSettings.read(sources).home, contentDir),
    ];
    const inTexts = new Set(
      entries.flatMap(({ entry }) =>
        entry.outline.images.map(({ src }) => resolve(dirname(entry.path), src)),
      ),
    );
    const onlyCropped = new Set(cropped.map(({ file }) => file).filter((file) => !inTexts.has(file)));
    const whole = [...sources.keys()]
      .filter((path) => !isOfInstitute(path) && /\.(jpe?g|png|webp|avif|tiff?)$/i.test(path))
      .map((path) => resolve(contentDir, path))
      .filter((file) => !onlyCropped.has(file));
    return [...whole.map((file) => ({ file })), ...cropped];
  }

  return {
    /** Pictures for pages, with AVIF where it is cached. */
    of: (sources: Sources): Pictures => picturesOf(sources, false),

    /** The pictures that are not converted to all formats. */
    async listUnconverted(sources: Sources): Promise<ShownPicture[]> {
      const shown = picturesOf(sources, false);
      const pictures = listPictures(sources);
      const props = await Promise.all(
        pictures.map(({ file, crop }) => shown(file, crop).catch(() => undefined)),
      );
      return pictures.filter((_, at) => props[at]?.['webp'] !== undefined && props[at]['avif'] === undefined);
    },

    /** Converts pictures to all formats. */
    async convert(pictures: readonly ShownPicture[], sources: Sources): Promise<void> {
      for (const { file, crop } of pictures) await picturesOf(sources, true)(file, crop);
    },
  };
}
