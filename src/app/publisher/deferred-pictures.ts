import { readFile } from 'node:fs/promises';
import type { Institute } from '#lib/content/institute-schema.ts';
import type { Manifest, PublishedPage } from '#lib/build-format/manifest.ts';
import { linkPictureAddress } from '#lib/publishing/link-pictures.ts';
import type { Sources } from '#lib/publishing/activation/sources.ts';
import type { SiteContent } from '#app/content-view/site-content.ts';
import { openLinkPictures, toPicturedPage } from './create-link-pictures.ts';

type Input = {
  content: SiteContent;
  readManifest: () => Manifest;
  /** Reads the files of the last publication. */
  readSources: () => Promise<Sources>;
};

/** The pictures that publications defer: photos in slow formats, and link pictures of new pages. */
export function createDeferredPictures({ content, readManifest, readSources }: Input) {
  async function listMissing() {
    const { pages, files } = readManifest();
    const there = new Set(files.map(({ path }) => path));
    const isMissing = ({ path, status }: PublishedPage) =>
      status === 200 && !there.has(linkPictureAddress(path));
    const sources = await readSources();
    const institute = content.institute(sources);
    return {
      photos: await content.pictures.listUnconverted(sources),
      links: pages.filter(isMissing).map((page) => toPicturedPage(page, institute)),
      pictures: openLinkPictures(content.withFonts(institute)),
    };
  }

  return {
    /** Reads the link pictures that exist already. */
    readDrawn: async (pages: readonly PublishedPage[], institute: Institute) => {
      const pictures = openLinkPictures(content.withFonts(institute));
      const found = pages.map(async (page) => {
        const file = pictures.find(toPicturedPage(page, institute));
        return file ? [{ path: linkPictureAddress(page.path), content: await readFile(file) }] : [];
      });
      return (await Promise.all(found)).flat();
    },

    hasAny: async (): Promise<boolean> => {
      const { photos, links } = await listMissing();
      return photos.length + links.length > 0;
    },

    /** Makes the pictures. @returns whether there were any */
    make: async (): Promise<boolean> => {
      const { photos, links, pictures } = await listMissing();
      await content.pictures.convert(photos, await readSources());
      await pictures.draw(links);
      return photos.length + links.length > 0;
    },
  };
}
