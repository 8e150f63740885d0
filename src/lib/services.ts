import { join } from 'node:path';
import { openSearch, type Search } from './search/search.ts';

/** The long-lived parts that routes need, made once for a process. */
export type Services = {
  search: Search;
  close(): Promise<void>;
};

type Needs = {
  /** The build's folder, with the manifest. */
  publishedDir: string;
  siteUrl: string;
};

/** Opens everything and warms it, so that the first request is as quick as the next. */
export async function createServices({ publishedDir, siteUrl }: Needs): Promise<Services> {
  const search = await openSearch({
    directory: join(publishedDir, 'client', 'pagefind'),
    passagesFile: join(publishedDir, 'passages.sqlite'),
    siteUrl,
  });
  return {
    search,
    async close() {
      await search.close();
    },
  };
}
