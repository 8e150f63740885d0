import { institute } from '#lib/content/current-institute.ts';
import { labelsOf } from '#lib/content/collections.ts';
import type { PublishedPage } from '#lib/content/manifest.ts';
import { drawLandscape } from '#lib/landscape/landscape.ts';
import { createLinkPictures, type PicturedPage } from '#lib/publishing/link-pictures.ts';

export function openLinkPictures() {
  return createLinkPictures({
    cacheDir: '.cache/pictures',
    look: { ...institute().colours.light, name: institute().name },
    fonts: { heading: institute().fonts.heading.linkPictures, text: institute().fonts.text.linkPictures },
    drawLandscape,
  });
}

/** The texts for the link preview picture of a page. */
export function toPicturedPage({ path, type, title, description }: PublishedPage): PicturedPage {
  return {
    path,
    title: path === '/' ? institute().tagline : title,
    kind: type === 'page' ? '' : labelsOf(type).singular,
    note: description,
  };
}
