import { expect } from 'vitest';
import { createReader } from '#lib/importing/wordpress/read-export.ts';
import { toSource } from '#lib/importing/wordpress/wordpress-source.ts';
import { makeImportFolder } from './import-folder.ts';
import { oldSite, writeExport, writeItem } from './wordpress-export.ts';

type Folders = { uploads?: string | undefined; rendered?: string };

export function readWordPressXml(xml: string, { uploads, rendered }: Folders = {}) {
  const reader = createReader('export.xml');
  reader.write(xml);
  return toSource(reader.end(), { uploads, rendered });
}

/** Imports these items. */
export async function importItems(items: string) {
  const folder = makeImportFolder();
  const { pages } = await folder.import(readWordPressXml(writeExport(items)));
  return { folder, pages };
}

export function post(id: number) {
  return {
    id,
    type: 'post' as const,
    status: 'publish' as const,
    title: `Post ${id}`,
    link: `${oldSite}/post-${id}/`,
  };
}

export function writePost(id: number, content: string, status: 'publish' | 'draft' = 'publish') {
  return writeItem({ ...post(id), status }, content);
}

/** Imports the text of a post. @returns the page in the report, and its text without front matter */
export async function importPost(content: string, others = '') {
  const item = { ...post(1), title: 'One', link: `${oldSite}/one/` };
  const { folder, pages } = await importItems(writeItem(item, content) + others);
  expect((await folder.check()).errors).toEqual([]);
  return { body: folder.read('content/news/one.mdx').split('\n---\n\n')[1], page: pages[0] };
}
