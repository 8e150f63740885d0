import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readManifest } from '#lib/delivery/read-manifest.ts';
import { makeContentRepository } from '#test/content-repository.ts';
import { createPublicationFolder } from '#test/publications.ts';
import { smallBuild } from '#test/small-build.ts';
import { serveSite } from '#test/served-site.ts';

// Each server starts a process that publishes with the server's settings, like `npm run serve`.

const open: { remove(): void | Promise<void> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.remove();
});

async function prepare() {
  const { distDir, contentDir } = await smallBuild();
  const folder = createPublicationFolder(distDir);
  open.push(folder);
  const serve = async (environment: NodeJS.ProcessEnv) => {
    const site = await serveSite(folder.distDir, { DATA_DIR: folder.dataDir, ...environment });
    open.push({
      async remove() {
        await site.stop();
      },
    });
    return site;
  };
  return { folder, contentDir, serve };
}

test('a server that starts with a repository of other content publishes it before it answers requests', async () => {
  const { folder, contentDir, serve } = await prepare();
  const pushed = makeContentRepository({ from: contentDir });
  open.push(pushed);
  pushed.push({ 'news/library-evenings.mdx': null, 'pages/our-boats.mdx': page });

  const { origin } = await serve({ CONTENT_REPO: pushed.origin, PUBLISHER: 'on' });

  expect(await (await fetch(`${origin}/our-boats`)).text()).toContain('Boats of oak and larch.');
  expect((await fetch(`${origin}/news/library-evenings`)).status).toBe(404);
  expect(await (await fetch(`${origin}/sitemap.xml`)).text()).not.toContain('library-evenings');
  expect(readManifest(folder.distDir).contentDir).toBe(join(folder.dataDir, 'content/current'));
});

test('a server that starts with another address and contact publishes them everywhere', async () => {
  const { folder, serve } = await prepare();
  const before = readManifest(folder.distDir);

  const settings = { SITE_URL: 'https://www.example.org', CONTACT_EMAIL: 'web@example.org', PUBLISHER: 'on' };
  const { origin } = await serve(settings);

  const { pages, files, ...after } = readManifest(folder.distDir);
  expect(after).toMatchObject({ siteUrl: 'https://www.example.org', contactEmail: 'web@example.org' });
  const addresses = [
    ...pages.flatMap(({ path, markdownPath }) => [path, markdownPath]),
    ...files.map(({ path }) => path),
  ];
  for (const path of [...addresses, '/openapi.json', '/search?q=soil', '/.well-known/ai-catalog.json']) {
    const body = await (await fetch(origin + path)).text();
    expect(body, path).not.toContain(before.siteUrl);
  }
  expect(await (await fetch(`${origin}/.well-known/security.txt`)).text()).toContain(
    'mailto:web@example.org',
  );
  expect(await (await fetch(`${origin}/`)).text()).toContain(
    '<link rel="canonical" href="https://www.example.org/',
  );
});

test('a setting that is not set keeps its published value', async () => {
  const { folder, serve } = await prepare();
  const settings = { CONTACT_EMAIL: 'web@example.org', PUBLISHER: 'on' };
  await (await serve(settings)).stop();
  const published = readManifest(folder.distDir);

  await serve({});

  expect(readManifest(folder.distDir)).toEqual(published);
});

test('a server that may not publish says which settings differ and what to do', async () => {
  const { serve } = await prepare();

  await expect(serve({ SITE_URL: 'https://www.example.org' })).rejects.toThrow(
    /has SITE_URL http:\/\/localhost:4321, .*, not https:\/\/www\.example\.org, .*: run `npm run publish:content` with these settings/,
  );
});

const page = `---
title: Our Boats
summary: What our students build, from a dinghy to a pilot cutter.
updated: 2026-10-05
---

Boats of oak and larch.
`;
