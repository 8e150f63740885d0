import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Landscape, LandscapeSize } from '#lib/landscape/landscape.ts';
import {
  layOutWords,
  pictureSize,
  putTogether,
  type PictureLook,
  type PictureText,
} from './picture-layout.ts';

type PicturedPage = PictureText & { path: string };

type PictureOptions = {
  outDir: string;
  look: PictureLook;
  /** Pictures that were made before, by what is on them. */
  cacheDir: string;
  drawLandscape: (seed: string, size: LandscapeSize) => Landscape;
};

/** Raised when the drawing changes in a way that its text and look do not tell. */
const design = 1;
const files = createRequire(import.meta.url);

/**
 * Makes the picture that links to a page show, for each page, as `client/og/PATH.jpg` (1200 by 630, Open
 * Graph). What was drawn once is kept, so that only new titles cost time.
 */
export async function writePictures(
  pages: readonly PicturedPage[],
  { outDir, look, cacheDir, drawLandscape }: PictureOptions,
): Promise<void> {
  await mkdir(cacheDir, { recursive: true });
  let tools: Promise<Tools> | undefined;
  const queue = pages.values();
  const work = async () => {
    for (const page of queue) {
      const key = createHash('sha256')
        .update(JSON.stringify([design, look, page.title, page.kind, page.note]))
        .digest('hex');
      const kept = join(cacheDir, `${key}.jpg`);
      if (!existsSync(kept)) {
        const ground = drawLandscape(page.title, { ...pictureSize, step: 30, levels: 18 });
        await writeFile(kept, await draw({ words: page, ground, look }, await (tools ??= loadTools())));
      }
      const target = join(outDir, 'client', `og${page.path === '/' ? '/index' : page.path}.jpg`);
      await mkdir(dirname(target), { recursive: true });
      await copyFile(kept, target);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

type Tools = Awaited<ReturnType<typeof loadTools>>;

/** Loaded only when there is something to draw: the two take a quarter of a second. */
async function loadTools() {
  const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')]);
  const font = (path: string) => readFileSync(files.resolve(`@fontsource/${path}`));
  const fonts = [
    {
      name: 'heading',
      weight: 600 as const,
      data: font('newsreader/files/newsreader-latin-600-normal.woff'),
    },
    {
      name: 'heading',
      weight: 600 as const,
      data: font('newsreader/files/newsreader-latin-ext-600-normal.woff'),
    },
    {
      name: 'text',
      weight: 400 as const,
      data: font('source-sans-3/files/source-sans-3-latin-400-normal.woff'),
    },
    {
      name: 'text',
      weight: 400 as const,
      data: font('source-sans-3/files/source-sans-3-latin-ext-400-normal.woff'),
    },
  ];
  return { satori, sharp, fonts };
}

type Drawing = { words: PictureText; ground: Landscape; look: PictureLook };

async function draw({ words, ground, look }: Drawing, { satori, sharp, fonts }: Tools): Promise<Buffer> {
  // satori takes plain trees as well as React's nodes; its types name only those, and need React's.
  const tree = layOutWords(words, look) as never;
  const svg = await satori(tree, { ...pictureSize, fonts });
  return sharp(Buffer.from(putTogether(svg, ground, look)))
    .jpeg({ quality: 78 })
    .toBuffer();
}
