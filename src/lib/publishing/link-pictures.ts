import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Landscape, LandscapeSize } from '#lib/landscape/landscape.ts';
import { mapConcurrently } from '#lib/base/map-concurrently.ts';
import {
  layOutWords,
  pictureSize,
  drawPicture,
  type PictureLook,
  type PictureText,
} from './picture-layout.ts';

export type PicturedPage = PictureText & { path: string };

type PictureOptions = {
  look: PictureLook;
  /** Font files in installed packages, as TrueType, OpenType or WOFF. */
  fonts: { heading: string; text: string };
  /** Folder of the drawn pictures, whose names are hashes of their text and look. */
  cacheDir: string;
  draw: (seed: string, size: LandscapeSize) => Landscape | undefined;
};

/** Increment this when the drawing changes for the same text and look. */
const design = 1;
const files = createRequire(import.meta.url);

/** The preview pictures of pages (og:image). Each picture is drawn once per text and look. */
export function createLinkPictures({ look, fonts, cacheDir, draw }: PictureOptions) {
  let tools: Promise<Tools> | undefined;
  const fileOf = ({ title, kind, note }: PicturedPage) => {
    const key = JSON.stringify([design, look, fonts, title, kind, note]);
    return join(cacheDir, `${createHash('sha256').update(key).digest('hex')}.jpg`);
  };
  return {
    /** The picture's file; undefined if it has not been drawn yet. */
    find: (page: PicturedPage): string | undefined => (existsSync(fileOf(page)) ? fileOf(page) : undefined),

    /** Draws the pictures that do not exist yet. */
    async draw(pages: readonly PicturedPage[]): Promise<void> {
      await mkdir(cacheDir, { recursive: true });
      await mapConcurrently(pages, 4, async (page) => {
        const file = fileOf(page);
        if (existsSync(file)) return;
        const { title, kind, note } = page;
        const ground = draw(title, { ...pictureSize, step: 30, levels: 18 }) ?? { lines: [], river: '' };
        const picture = await render(
          { words: { title, kind, note }, ground, look },
          await (tools ??= loadTools(fonts)),
        );
        await writeFile(`${file}.${process.pid}`, picture);
        await rename(`${file}.${process.pid}`, file);
      });
    },
  };
}

/** The address of a page's picture. */
export function linkPictureAddress(path: string): string {
  return `/og${path === '/' ? '/index' : path}.jpg`;
}

type Tools = Awaited<ReturnType<typeof loadTools>>;

/** Loads the libraries only when a picture is drawn: they take a quarter of a second. */
async function loadTools({ heading, text }: PictureOptions['fonts']) {
  const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')]);
  const fonts = [
    { name: 'heading', weight: 600 as const, data: readFileSync(files.resolve(heading)) },
    { name: 'text', weight: 400 as const, data: readFileSync(files.resolve(text)) },
  ];
  return { satori, sharp, fonts };
}

type Drawing = { words: PictureText; ground: Landscape; look: PictureLook };

async function render({ words, ground, look }: Drawing, { satori, sharp, fonts }: Tools): Promise<Buffer> {
  // satori also accepts plain trees, but its types allow only React nodes.
  const tree = layOutWords(words, look) as never;
  const svg = await satori(tree, { ...pictureSize, fonts });
  return sharp(Buffer.from(drawPicture(svg, ground, look)))
    .jpeg({ quality: 78 })
    .toBuffer();
}
