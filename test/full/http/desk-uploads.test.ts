import sharp from 'sharp';
import { expect, test } from 'vitest';
import { maxPictureBytes } from '#app/route-policies.ts';
import { maxTextLength } from '#lib/content/front-matter.ts';
import { serveDesk } from '#test/http/desk-site.ts';
import { createDeskSteps } from '#test/http/desk-steps.ts';
import { openRaw, statusOf } from '#test/http/raw-client.ts';
import { useShared } from '#test/use-shared.ts';

const file = 'news/a-dry-year-on-the-lark.mdx';
const uploadPath = `/staff/content/picture?${new URLSearchParams({ file, name: 'photo.jpg' })}`;
const desk = useShared(() => serveDesk({}, { isSmall: true }));
const steps = createDeskSteps(() => desk);

async function headersOf(member: 'editor'): Promise<Record<string, string>> {
  const { cookie, token } = await desk.openForm(member, '/staff/content/new');
  const { origin } = desk.repository.site;
  return { Accept: 'application/json', 'X-Csrf-Token': token, Cookie: cookie, Origin: origin };
}

async function upload(bytes: Buffer, kind = 'picture', name = 'photo.jpg') {
  const path = `/staff/content/${kind}?${new URLSearchParams({ file, name })}`;
  const answer = await fetch(desk.repository.site.origin + path, {
    method: 'POST',
    headers: { ...(await headersOf('editor')), 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  return { status: answer.status, body: (await answer.json()) as { path?: string; error?: object } };
}

/** Returns a photo like one from a phone: stored sideways, with the place where it was taken, and over a megabyte. */
async function takePhoto(width: number, height: number): Promise<Buffer> {
  const exif = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 58/1 0/1' }, IFD0: { Copyright: 'Ines' } };
  const photo = sharp({ create: { width, height, channels: 3, background: '#486' } });
  const bytes = await photo.withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  return Buffer.concat([bytes, Buffer.alloc(3 * 1024 * 1024)]);
}

test('a photo of 48 megapixels is stored upright, within the size limit and without its place', async () => {
  const photo = await takePhoto(8000, 6000);
  expect(photo.length).toBeGreaterThan(1024 * 1024);
  expect(photo.length).toBeLessThan(maxPictureBytes);

  const { status, body } = await upload(photo);
  const path = `news/${body.path?.replace('./', '')}`;
  const stored = await desk.get(`/staff/content/picture?${new URLSearchParams({ file: path })}`, 'editor');
  const metadata = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();

  expect(status).toBe(200);
  expect(metadata).toMatchObject({ format: 'jpeg', width: 1800, height: 2400 });
  expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
}, 60_000);

test('a document is stored beside its entry, published as a download that runs nothing, and listed with its use', async () => {
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\n%%EOF\n');
  const refused = await upload(Buffer.from('MZ an executable'), 'document');
  const { body } = await upload(pdf, 'document', 'Blättchen.pdf');
  const { version, basedOn } = await steps.stateOf(file);
  const text = `${desk.repository.pushed.git('show', `HEAD:${file}`)}\n\n[Leaflet (PDF, 1 kB)](./blattchen.pdf)\n`;
  await desk.save('editor', { file, version, basedOn, text });
  const changes = await steps.changesOf(file);
  const page = await desk.text(changes, 'editor');

  await steps.submit(changes, 'A leaflet.');
  await steps.publish(changes);
  await desk.waitFor('/news/a-dry-year-on-the-lark', 'href="/news/blattchen.pdf"');
  const answer = await desk.get('/news/blattchen.pdf');
  const list = await desk.text('/staff/content/documents', 'editor');

  expect(refused.status).toBe(415);
  expect(JSON.stringify(refused.body)).toMatch(/neither a PDF/);
  expect(body).toEqual({ path: './blattchen.pdf', format: 'pdf', bytes: pdf.length });
  expect(page).toContain('Download this document');
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  expect(list).toMatch(/Leaflet \(PDF, 1 kB\)[^]*Used in[^]*A dry year on the Lark/i);
});

async function ask(path: string, more: string, headers: Record<string, string> = {}): Promise<string> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const client = openRaw(
    desk.repository.site.port,
    `POST ${path} HTTP/1.1\r\nHost: localhost:${desk.repository.site.port}\r\n${lines.join('')}${more}\r\n`,
    {
      host: 'localhost',
    },
  );
  return client.until(/\r\n\r\n[^]+/);
}

test('a picture over the limit is refused before its body is read, with a message that states the limit', async () => {
  const answer = await ask(
    uploadPath,
    `Content-Length: ${maxPictureBytes + 1}\r\n`,
    await headersOf('editor'),
  );

  expect(statusOf(answer)).toBe(413);
  expect(answer).toMatch(/"PAYLOAD_TOO_LARGE","message":"[^"]*20 MiB/);
});

test.each([
  ['JSON', { Accept: 'application/json' }, /"PAYLOAD_TOO_LARGE","message":"[^"]*1 MiB/],
  ['a page', { Accept: 'text/html' }, /too large: at most 1 MiB can be sent here\. Send less text/],
])('a text over the limit is refused with %s that states the limit', async (_, headers, expected) => {
  const answer = await ask('/staff/content/save', `Content-Length: ${1024 * 1024 + 1}\r\n`, headers);

  expect(statusOf(answer)).toBe(413);
  expect(answer).toMatch(expected);
});

test('the pictures of changes may have 64 MiB in all, and the refusal of more says what to do', async () => {
  const frames = await Promise.all(
    ['#f00', '#00f'].map((background) =>
      sharp({ create: { width: 2, height: 2, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const answers = [];

  for (const name of ['one', 'two', 'three']) {
    answers.push(await upload(Buffer.concat([animation, Buffer.alloc(19 * 1024 * 1024, name)])));
  }
  const list = await desk.get('/staff/content/pictures', 'editor');

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 413]);
  expect(JSON.stringify(answers[2]?.body)).toMatch(/more than 64 MiB.*Publish them first/);
  expect(list.status).toBe(200);
});

test('a text over the limit of an entry is refused with the limit and what to do', async () => {
  const answer = await fetch(`${desk.repository.site.origin}/staff/content/save`, {
    method: 'POST',
    headers: { ...(await headersOf('editor')), 'Content-Type': 'application/json' },
    body: JSON.stringify({ file, version: 0, basedOn: null, text: 'a'.repeat(maxTextLength + 1) }),
  });

  expect(answer.status).toBe(413);
  expect(await answer.text()).toMatch(/"PAYLOAD_TOO_LARGE","message":"[^"]*128 KiB.*Divide it/);
});

test('without a session, a picture is refused before its body is read', async () => {
  const answer = await ask(uploadPath, 'Content-Length: 5000000\r\n', { Accept: 'application/json' });

  expect(statusOf(answer)).toBe(401);
});

test('a form from an expired session is read up to 64 KiB, even if its page accepts more with a session', async () => {
  const page = await desk.get('/staff', 'editor');
  const cookies = page.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const kept = cookies.filter((cookie) => !cookie.includes('session-token')).join('; ');
  const send = (bytes: number) =>
    desk.post(
      `/staff/content/edit?${new URLSearchParams({ file })}`,
      { text: 'x'.repeat(bytes) },
      { cookie: kept, token: '' },
    );

  const [small, large] = [await send(60_000), await send(70_000)];

  expect(kept).not.toBe('');
  expect([small.status, large.status]).toEqual([401, 413]);
  expect(await small.text()).toContain('x'.repeat(60_000));
  expect(await large.text()).toContain('64 KiB');
});
