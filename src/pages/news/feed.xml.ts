import { findPerson, listNews, startOfToday, siteUrl } from '#app/content-view/content.ts';
import { firstAddress } from '#lib/content/addresses.ts';
import { documents } from '#lib/content/discovery-documents.ts';
import { writeNewsFeed } from '#lib/discovery/news-feed.ts';
import { institute } from '#lib/content/current-institute.ts';

export const prerender = true;

export async function GET(): Promise<Response> {
  const news = (await listNews()).slice(0, 50);
  const items = news.map(async ({ data, path }) => {
    const author = await findPerson(data.author);
    const firstPath = firstAddress({ path, aliases: data.aliases });
    return { ...data, path, firstPath, author: author?.data.name };
  });
  const { path, type } = documents.newsFeed;
  const feed = writeNewsFeed({
    siteUrl: siteUrl(),
    path,
    pagePath: '/news',
    title: `News of the ${institute().name}`,
    author: institute().name,
    language: institute().locale,
    items: await Promise.all(items),
    now: startOfToday(),
  });
  return new Response(feed, { headers: { 'Content-Type': type } });
}
