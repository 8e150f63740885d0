import { extname } from 'node:path';
import { parsePictureName, stemOf } from '#lib/content/documents/content-pictures.ts';
import { isDocument } from '#lib/content/download.ts';
import { ApiError } from '#lib/http/api-error.ts';
import { documentErrors, pictureErrors } from '#lib/i18n/en/desk.ts';
import { contentOf } from '#lib/editing/draft-files.ts';
import type { PictureChoices } from '#lib/editing/editor-types.ts';
import {
  descriptionOf,
  filterPictures,
  listPictures,
  nameOf,
  usesOf,
  type LibraryPicture,
  type LibraryUseOf,
  type PictureQuery,
} from '#lib/editing/picture-library.ts';
import { addressFrom, isPicture } from '#lib/editing/picture-uses.ts';
import type { ConvertHeic } from '#lib/editing/store-picture.ts';
import { mapConcurrently } from '#lib/base/map-concurrently.ts';
import type { Drafts } from '#lib/store/desk/editing-drafts.ts';

type LibraryOptions = {
  drafts: Drafts;
  /** The hashes of the published files by path. */
  readHashes: () => Promise<ReadonlyMap<string, string>>;
  read: (hash: string) => Promise<Buffer>;
  /** Comes with the services, because a route, which is bundled, can't find the file of the process. */
  convertHeic: ConvertHeic;
};

/** @property type the file extension of its format */
type ServedPicture = { bytes: Buffer; type: string };

export type PictureLibrary = ReturnType<typeof createPictureLibrary>;

/** Limits decoding: a file of a few kilobytes can decode to gigabytes. */
const limits = { limitInputPixels: 80_000_000, animated: false };
const thumbnailSize = { width: 360, height: 240 };

/** The pictures of the published content and of drafts. */
export function createPictureLibrary({ drafts, readHashes, read, convertHeic }: LibraryOptions) {
  let usesByHash = new Map<string, readonly LibraryUseOf[]>();
  const sizes = new Map<string, Promise<{ width: number; height: number; bytes: number }>>();

  /** Lists the pictures or the documents of the site. */
  async function list(isListed?: (path: string) => boolean): Promise<LibraryPicture[]> {
    const [published, drafted] = await Promise.all([readHashes(), drafts.listAll()]);
    const texts = [...published].filter(([path]) => /\.(?:mdx?|yaml)$/.test(path));
    // Only texts that changed since the last call are read.
    const next = await mapConcurrently(texts, 16, async ([path, hash]) => {
      const key = `${path} ${hash}`;
      const known = usesByHash.get(key) ?? usesOf(path, (await read(hash)).toString('utf8'));
      return [key, known] as const;
    });
    usesByHash = new Map(next);
    const readUses = async (path: string, hash: string) => usesByHash.get(`${path} ${hash}`) ?? [];
    return listPictures({ published, drafts: drafted, readUses, ...(isListed && { isListed }) });
  }

  /** The bytes of a picture of the published content or of a draft. */
  async function readPicture(path: string): Promise<Buffer> {
    const bytes = isPicture(path) ? await readFile(path) : undefined;
    if (!bytes) throw new ApiError('NOT_FOUND', pictureErrors.unknown);
    return bytes;
  }

  async function readFile(path: string): Promise<Buffer | undefined> {
    const draft = await drafts.find(path);
    const drafted = draft && contentOf(draft);
    if (drafted instanceof Buffer) return drafted;
    const hash = (await readHashes()).get(path);
    return hash === undefined ? undefined : read(hash);
  }

  /** Undefined if the file is not a picture. */
  async function sizeOf({ path, hash }: LibraryPicture) {
    const known = sizes.get(hash) ?? measure(await readPicture(path));
    sizes.set(hash, known);
    return known.catch(() => undefined);
  }

  return {
    list,
    convertHeic,
    /** The documents of the site, with their sizes in bytes. */
    async listDocuments() {
      return mapConcurrently(await list(isDocument), 8, async (document) => {
        return { ...document, bytes: (await readFile(document.path))?.length ?? 0 };
      });
    },
    /** The bytes of a document of the published content or of a draft. */
    async readDocument(path: string): Promise<Buffer> {
      const bytes = isDocument(path) ? await readFile(path) : undefined;
      if (!bytes) throw new ApiError('NOT_FOUND', documentErrors.unknown);
      return bytes;
    },
    /** A page of the library, with the size of each picture. */
    async find(query: PictureQuery) {
      const result = filterPictures(await list(), query);
      const rows = await mapConcurrently(result.rows, 8, async (picture) => ({
        ...picture,
        size: await sizeOf(picture),
        thumbnail: thumbnailAddress(picture),
      }));
      return { ...result, rows };
    },
    /**
     * A fallback for a picture on a draft's page that another server converted: the drafted or published picture,
     * resized to the width in its name, but not cropped. Undefined if no picture, or more than one, has this name.
     * @param changeSet restricts the search to drafts of this change set
     */
    async readUnconverted(name: string, changeSet?: string): Promise<ServedPicture | undefined> {
      const { stem, width } = parsePictureName(name) ?? {};
      const [published, drafted] = await Promise.all([
        readHashes(),
        changeSet === undefined ? drafts.listAll() : drafts.list(changeSet),
      ]);
      const paths = new Set([...drafted.map(({ path }) => path), ...published.keys()]);
      const [path, ...others] = [...paths].filter((each) => isPicture(each) && stemOf(each) === stem);
      if (path === undefined || others.length > 0) return undefined;
      const bytes = await readPicture(path);
      const type = extname(path).slice(1).toLowerCase();
      if (type === 'svg' || type === 'gif') return { bytes, type };
      const { default: sharp } = await import('sharp');
      const picture = sharp(bytes, limits).rotate().resize({ width, withoutEnlargement: true });
      return { bytes: await picture.webp().toBuffer(), type: 'webp' };
    },
    /** A small WebP file. */
    async readThumbnail(path: string): Promise<Buffer> {
      const { default: sharp } = await import('sharp');
      const picture = sharp(await readPicture(path), limits).rotate();
      return picture
        .resize({ ...thumbnailSize, fit: 'inside', withoutEnlargement: true })
        .webp()
        .toBuffer();
    },
  };
}

async function measure(bytes: Buffer) {
  const { default: sharp } = await import('sharp');
  const { autoOrient } = await sharp(bytes, limits).metadata();
  return { width: autoOrient.width, height: autoOrient.height, bytes: bytes.length };
}

function thumbnailAddress({ path, hash }: LibraryPicture): string {
  return `/staff/content/thumbnail?${new URLSearchParams({ path, v: hash })}`;
}

/** The first pictures that match, with their paths relative to the entry. */
export async function listPictureChoices(
  library: PictureLibrary,
  query: PictureQuery,
): Promise<PictureChoices> {
  const { found, rows } = filterPictures(await library.list(), query);
  return {
    found,
    pictures: rows.map((picture) => ({
      name: nameOf(picture.path),
      src: addressFrom(query.file, picture.path),
      thumbnail: thumbnailAddress(picture),
      uses: picture.uses.length,
      alt: descriptionOf(picture),
    })),
  };
}
