import { institute } from '#lib/content/current-institute.ts';
import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { collectionNames } from '#lib/content/collections.ts';
import { whyHidden, type Hidden } from '#lib/content/visibility.ts';
import type { EditingDesk } from '#lib/editing/desk.ts';
import { isText } from '#lib/editing/draft-files.ts';
import { yamlFileOf } from '#lib/editing/yaml-files.ts';
import { addressOfFile } from '#lib/editing/moved-links.ts';
import type { ChangeSet } from '#lib/store/desk/editing-change-sets.ts';

export type SeenFile = {
  path: string;
  isDeleted: boolean;
  /** The address of its page; undefined for a deleted file and for a picture. */
  address: string | undefined;
  /** Why readers can't see the entry now. Undefined if they can, and for files other than entries. */
  hidden: Hidden | undefined;
};

type PublishedSet = Pick<ChangeSet, 'publishedFiles' | 'live_at'>;

/** The files of a published change set and, once it is live, whether readers see them on this server. */
export async function readPublishedFiles(
  { readPublished }: Pick<EditingDesk, 'readPublished'>,
  { publishedFiles, live_at }: PublishedSet,
): Promise<SeenFile[]> {
  const now = new Date();
  const files = publishedFiles.map(async ({ path, hash }) => {
    const isEntry = hash !== null && isText(path);
    const text = isEntry && live_at !== null ? await readPublished(path) : undefined;
    return {
      path,
      isDeleted: hash === null,
      address: isEntry ? addressOf(path) : undefined,
      hidden: text === undefined ? undefined : hiddenIn(path, text, now),
    };
  });
  return Promise.all(files);
}

/** Settings appear on the home page. */
function addressOf(path: string): string {
  return yamlFileOf(path) ? '/' : addressOfFile(path);
}

function hiddenIn(path: string, text: string, now: Date): Hidden | undefined {
  const collection = collectionNames.find((name) => path.startsWith(`${name}/`));
  const data = collection && readFrontMatter(text).frontMatter?.data;
  return data && whyHidden({ collection, data }, { now, timeZone: institute().timeZone });
}
