import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Landscape, LandscapeSize } from '#lib/landscape/landscape.ts';
import { mapConcurrently } from './map-concurrently.ts';
import {
  layOutWords,
  pictureSize,
  drawPicture,
  type PictureLook,
  type PictureText,
} from './picture-layout.ts';

type PicturedPage = PictureText & { path: string };

type PictureOptions = {
  outDir: string;
  look: PictureLook;
  /** Folder of the cached pictures, named by a hash of their content. */
  cacheDir: string;
  drawLandscape: (seed: string, size: LandscapeSize) => Landscape;
};

/** Increase it when the drawing changes for the same text and look. */
const design = 1;
const files = createRequire(import.meta.url);

/** Writes the preview picture (og:image) of each page as `client/og/PATH.jpg`. Draws only those that are not cached. */
export async function writePictures(
  pages: readonly PicturedPage[],
  { outDir, look, cacheDir, drawLandscape }: PictureOptions,
): Promise<void> {
  await mkdir(cacheDir, { recursive: true });
  let tools: Promise<Tools> | undefined;
  await mapConcurrently(pages, 4, async (page) => {
    const { path, ...words } = page;
    const key = JSON.stringify([design, look, words.title, words.kind, words.note]);
    const cached = join(cacheDir, `${createHash('sha256').update(key).digest('hex')}.jpg`);
    if (!existsSync(cached)) {
      const ground = drawLandscape(words.title, { ...pictureSize, step: 30, levels: 18 });
      await writeFile(cached, await draw({ words, ground, look }, await (tools ??= loadTools())));
    }
    const target = join(outDir, 'client', `og${path === '/' ? '/index' : path}.jpg`);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(cached, target);
  });
}

type Tools = Awaited<ReturnType<typeof loadTools>>;

/** Loads the libraries only when a picture is drawn: they take a quarter of a second. */
async function loadTools() {
  const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')]);
  const load = (name: string, family: string, weight: 400 | 600) =>
    ['latin', 'latin-ext'].map((script) => {
      const file = `@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`;
      return { name, weight, data: readFileSync(files.resolve(file)) };
    });
  const fonts = [...load('heading', 'newsreader', 600), ...load('text', 'source-sans-3', 400)];
  return { satori, sharp, fonts };
}

type Drawing = { words: PictureText; ground: Landscape; look: PictureLook };

async function draw({ words, ground, look }: Drawing, { satori, sharp, fonts }: Tools): Promise<Buffer> {
  // satori also takes plain trees, but its types have only React nodes.
  const tree = layOutWords(words, look) as never;
  const svg = await satori(tree, { ...pictureSize, fonts });
  return sharp(Buffer.from(drawPicture(svg, ground, look)))
    .jpeg({ quality: 78 })
    .toBuffer();
}
