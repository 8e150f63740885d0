import { describeTrail, toJsonLd } from '#lib/discovery/structured-data.ts';
import { readLinkPicture, readPicture, readText, siteUrl, type Entry } from './content.ts';

type Options = {
  /** Breadcrumbs; the last one is the entry. */
  trail: { title: string; path?: string }[];
  /** Describes the entry as structured data. `picture` is the path of its picture for links. */
  describe: (shown: { path: string; picture: string | undefined }) => { '@type': string };
};

/** What the pages of courses, programmes, events and news have in common. */
export async function readEntryParts(entry: Entry, { trail, describe }: Options) {
  const { path } = entry;
  const linkPicture = await readLinkPicture(entry);
  return {
    ...(await readText(entry)),
    picture: await readPicture(entry, 'page'),
    linkPicture,
    trail,
    jsonLd: toJsonLd([
      describe({ path, picture: linkPicture?.path }),
      describeTrail(trail, { path, siteUrl: siteUrl() }),
    ]),
  };
}
