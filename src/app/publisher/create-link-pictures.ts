import type { Institute } from '#lib/content/institute-schema.ts';
import { labelsOf } from '#lib/content/collections.ts';
import type { PublishedPage } from '#lib/build-format/manifest.ts';
import { drawArtwork } from '#lib/landscape/artwork.ts';
import { createLinkPictures, type PicturedPage } from '#lib/publishing/link-pictures.ts';

export function openLinkPictures({ name, colours, fonts, artwork }: Institute) {
  return createLinkPictures({
    cacheDir: '.cache/pictures',
    look: { ...colours.light, name, artwork },
    fonts: { heading: fonts.heading.linkPictures, text: fonts.text.linkPictures },
    draw: (seed, size) => drawArtwork(artwork, seed, size),
  });
}

/** The texts for the link preview picture of a page. */
export function toPicturedPage(
  { path, type, title, description }: PublishedPage,
  { tagline }: Institute,
): PicturedPage {
  return {
    path,
    title: path === '/' ? tagline : title,
    kind: type === 'page' ? '' : labelsOf(type).singular,
    note: description,
  };
}
