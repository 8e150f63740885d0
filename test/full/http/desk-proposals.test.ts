import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { serveDesk } from '#test/http/desk-site.ts';
import { createDeskSteps, encode, news } from '#test/http/desk-steps.ts';
import { useShared } from '#test/use-shared.ts';

vi.setConfig({ testTimeout: 400_000 });

const desk = useShared(() => serveDesk());
const { decide, publish } = createDeskSteps(() => desk);

const canvas = { width: 600, height: 400, channels: 3 as const };
const photo = (background: string) => sharp({ create: { ...canvas, background } });

/** Pushes a branch, and opens its proposal for review. */
async function propose(name: string, files: Record<string, string | Buffer | null>): Promise<Response> {
  desk.repository.pushed.propose(name, files, `Propose ${name}`);
  await desk.repository.callHook();
  await desk.waitFor('/staff/content/changes', `Propose ${name}`, 'editor');
  return desk.act('editor', '/staff/content/changes', { proposal: name });
}

/** The addresses of the pictures on a page of the desk. */
const picturesIn = (html: string) =>
  [...html.matchAll(/<img src="(\/staff\/content\/picture[^"]+)"/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  );

test('a proposal with pictures is shown, checked and published without the places where they were taken', async () => {
  const [file, path] = ['news/proposed-pit.mdx', 'news/proposed-pit.jpg'];
  const drawing = 'news/proposed-section.avif';
  const place = {
    IFD0: { Artist: 'Somebody' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 1/1 1/1' },
  };
  const withPlace = await photo('#864').jpeg().withExif(place).toBuffer();
  const changed = await photo('#123').webp().toBuffer();

  const taken = await propose('pit', {
    [file]: news(
      'Proposed pit',
      '![A soil pit](./proposed-pit.jpg)\n\n![A section](./proposed-section.avif)',
    ),
    [path]: withPlace,
    [drawing]: await photo('#246').avif({ effort: 0 }).withExif(place).toBuffer(),
    'courses/soil-science.webp': changed,
  });
  const changes = taken.headers.get('location') ?? '';
  const view = await desk.text(changes, 'reviewer');
  const shown = await Promise.all(
    picturesIn(view).map(async (address) => {
      const response = await desk.get(address, 'reviewer');
      const bytes = Buffer.from(await response.arrayBuffer());
      return { type: response.headers.get('content-type'), ...(await sharp(bytes).metadata()) };
    }),
  );
  const anonymous = await desk.get(picturesIn(view)[0] ?? '');
  const page = await desk.text(
    `/staff/content/page?file=${encode(file)}&set=${changes.split('/').at(-1)}`,
    'reviewer',
  );
  await publish(changes);
  const live = await desk.repository.text('/news/proposed-pit');
  const { git, origin } = desk.repository.pushed;
  const stored = [path, drawing].map((each) => git('-C', origin, 'show', `main:${each}`)).join('');

  expect((await sharp(withPlace).metadata()).exif).toBeDefined();
  // The old and the new version of the changed picture, and the new pictures.
  expect(shown.map(({ type, width }) => [type, width])).toEqual([
    ['image/webp', (await sharp('src/content/courses/soil-science.webp').metadata()).width],
    ['image/webp', 600],
    ['image/jpeg', 600],
    ['image/avif', 600],
  ]);
  expect(shown.slice(2).map(({ exif }) => exif)).toEqual([undefined, undefined]);
  expect(anonymous.status).toBe(303);
  expect(page).toMatch(/<img[^>]+proposed-pit/);
  expect(live).toMatch(/<img[^>]+\/_astro\/proposed-pit/);
  expect(live).toMatch(/<img[^>]+\/_astro\/proposed-section/);
  expect(stored).not.toContain('Somebody');
  expect(await desk.text('/staff/content/changes', 'editor')).not.toContain('Proposed through git');
});

test('a proposal for settings is shown as a diff, and published', async () => {
  const file = 'settings/notice.yaml';

  const taken = await propose('notice', {
    [file]: 'text: The weir is closed for works.\nuntil: 2099-01-01\n',
  });
  const changes = taken.headers.get('location') ?? '';
  const view = await desk.text(changes, 'reviewer');
  await desk.act('reviewer', changes, { action: 'link', file, days: '1' });
  const link = /href="(http[^"]*\/preview\/[^"]+)"/.exec(await desk.text(changes, 'reviewer'))?.[1] ?? '';
  const preview = await desk.text(new URL(link).pathname, undefined);
  await publish(changes);

  expect(view).toMatch(/<ins>[^<]*works\./);
  expect(preview).toContain('The weir is closed for works.');
  await expect
    .poll(() => desk.repository.text('/about'), { timeout: 180_000 })
    .toContain('The weir is closed for works.');
});

test('a proposal with errors opens, has a link with a text of its own to each, and cannot be approved', async () => {
  const file = 'news/broken-link.mdx';
  const text = 'See [the rooms](/rooms-of-nowhere).\n\nBook [rooms](/rooms-of-nowhere).';
  const taken = await propose('broken', { [file]: news('Broken link', text) });
  const changes = taken.headers.get('location') ?? '';

  const view = await desk.text(changes, 'reviewer');
  const refused = await decide('reviewer', changes, { action: 'approve' });

  const [summary = ''] = /<section class="error-summary"[\s\S]*?<\/section>/.exec(view) ?? [];
  const links = [...summary.matchAll(/href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/g)];
  expect(links.map(([, href]) => href)).toEqual(
    [7, 9].map((line) => `/staff/content/edit?file=${encode(file)}#line-${line}`),
  );
  expect(links.map(([, , words = '']) => words.replaceAll(/<[^>]+>/g, '').trim())).toEqual([
    expect.stringMatching(/^Broken link, Line 7: the link \/rooms-of-nowhere/),
    expect.stringMatching(/^Broken link, Line 9: the link \/rooms-of-nowhere/),
  ]);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('These changes have 2 errors.');
});

test('a proposal that removes a picture lists the entries that show it', async () => {
  const taken = await propose('removal', { 'courses/field-survey.webp': null });
  const changes = taken.headers.get('location') ?? '';

  const view = await desk.text(changes, 'reviewer');

  expect(view).toContain('Problems that this causes in other entries');
  expect(view).toMatch(/courses\/field-survey\.mdx:\d+\s*</);
});

const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test('a proposal that cannot become a draft is refused with the file and the reason', async () => {
  const jpeg = await photo('#fff').jpeg().toBuffer();
  const refusals: Record<string, [string, string | Buffer, string]> = {
    drawing: ['news/a.svg', script, 'which can run, load or change something'],
    'no-picture': ['news/b.png', 'not a picture', 'Pages can’t show this file as a picture'],
    format: ['news/c.png', jpeg, 'would be stored as JPEG'],
    bytes: ['news/d.mdx', Buffer.from([0xff, 0xfe, 0x41]), 'is not text in UTF-8'],
    kind: ['news/e.pdf', '%PDF', 'only texts and pictures'],
    long: ['news/f.mdx', 'x'.repeat(600_000), 'longer than 128 KiB'],
  };
  const names = Object.keys(refusals);
  for (const [name, [path, content]] of Object.entries(refusals)) {
    desk.repository.pushed.propose(name, { [path]: content }, `Propose ${name}`);
  }
  await desk.repository.callHook();
  for (const name of names) await desk.waitFor('/staff/content/changes', `Propose ${name}`, 'editor');

  const answers = await Promise.all(
    names.map(async (proposal) => {
      const response = await desk.act('editor', '/staff/content/changes', { proposal });
      return { status: response.status, text: await response.text() };
    }),
  );

  for (const [index, [path, , sentence]] of Object.values(refusals).entries()) {
    expect(answers[index]?.status).toBe(400);
    expect(answers[index]?.text).toContain(path);
    expect(answers[index]?.text).toContain(sentence);
  }
});
