import { dirname, join, resolve } from 'node:path';
import { definitionOf, type CollectionName } from '#lib/content/collections.ts';
import type { Pictures } from '#lib/content/documents/content-pictures.ts';
import {
  cropOf,
  entryPictureSchema,
  type Crop,
  type CroppedPicture,
  type EntryPicture,
  type PictureShapeName,
} from '#lib/content/entry-picture.ts';
import { settingsFolder } from '#lib/content/editor-settings.ts';
import type { Home } from '#lib/content/home.ts';
import type { StoredEntry } from './content-view.ts';

/** A picture file, and how it is cropped. */
export type ShownPicture = { file: string; crop?: Crop };

type FiledPicture = { file: string; picture: EntryPicture };

/** The picture in an entry's front matter, with the absolute path of its file. */
function pictureOf(entry: StoredEntry): FiledPicture | undefined {
  const { data: picture } = entryPictureSchema.safeParse(entry.data['picture']);
  return picture && { file: resolve(dirname(entry.filePath ?? ''), picture.file), picture };
}

function pictureOfHome({ picture }: Home, contentDir: string): FiledPicture | undefined {
  return picture && { file: resolve(join(contentDir, settingsFolder), picture.file), picture };
}

export function cropsOfEntry(entry: StoredEntry | undefined, collection: CollectionName): ShownPicture[] {
  const found = entry && pictureOf(entry);
  const shapes = definitionOf(collection).pictures ?? [];
  return found ? shapes.map((shape) => ({ file: found.file, crop: cropOf(shape, found.picture) })) : [];
}

export function cropsOfHome(home: Home, contentDir: string): ShownPicture[] {
  const found = pictureOfHome(home, contentDir);
  return found ? [{ file: found.file, crop: cropOf('card', found.picture) }] : [];
}

/** The picture of an entry in a shape; undefined if it has none, or if its file is missing. */
export async function showPicture(
  entry: StoredEntry,
  { shape, pictures }: { shape: PictureShapeName; pictures: Pictures },
): Promise<CroppedPicture | undefined> {
  return show(pictureOf(entry), { shape, pictures });
}

export async function showHomePicture(
  home: Home,
  { contentDir, pictures }: { contentDir: string; pictures: Pictures },
): Promise<CroppedPicture | undefined> {
  return show(pictureOfHome(home, contentDir), { shape: 'card', pictures });
}

async function show(
  found: FiledPicture | undefined,
  { shape, pictures }: { shape: PictureShapeName; pictures: Pictures },
): Promise<CroppedPicture | undefined> {
  if (!found) return undefined;
  const files = await pictures(found.file, cropOf(shape, found.picture));
  return files && { files, alt: found.picture.alt };
}
