import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { createDraftRenderer } from '#app/desk/draft-renderer.ts';
import { openSitePublisher } from '#app/publisher/site-publisher.ts';
import { isSample } from '#test/sample-institute.ts';
import seeds from '#test/data/accessibility.json' with { type: 'json' };

const file = 'courses/soil-science.mdx';
let renderDraft: ReturnType<typeof createDraftRenderer>;
let before: string;

beforeAll(async () => {
  const publisher = await openSitePublisher('dist');
  renderDraft = createDraftRenderer(publisher.drafting);
  const source = (await publisher.readSource(file)) ?? '';
  before = `${source.slice(0, source.indexOf('\n---\n', 4) + 5)}\nAn introduction.\n\n`;
});

/** Returns the problems and accessibility barriers that the editor reports for a text below the introduction. */
async function check(text: string): Promise<string[]> {
  const overlay = { [file]: `${before}${text}\n` };
  const { problems, accessibility } = await renderDraft({
    file,
    overlay,
    checksAccessibility: true,
  });
  const line = before.split('\n').length;
  return [...problems, ...accessibility].filter((each) => each.line >= line).map(({ message }) => message);
}

test.runIf(isSample())(
  'the editor finds at least 95 of 100 seeded barriers',
  { timeout: 120_000 },
  async () => {
    const missed: string[] = [];
    for (const { kind, text } of seeds.issues)
      if ((await check(text)).length === 0) missed.push(`${kind}: ${text}`);

    expect(seeds.issues).toHaveLength(100);
    expect(missed.length, missed.join('\n\n')).toBeLessThanOrEqual(5);
  },
);

test.runIf(isSample())(
  'the editor reports barriers in at most 2 of 100 texts without any',
  { timeout: 120_000 },
  async () => {
    const reported: string[] = [];
    for (const text of seeds.clean) {
      const found = await check(text);
      if (found.length > 0) reported.push(`${text}\n=> ${found.join('; ')}`);
    }

    expect(seeds.clean).toHaveLength(100);
    expect(reported.length, reported.join('\n\n')).toBeLessThanOrEqual(2);
  },
);

test.runIf(isSample())(
  'the editor reports barriers in at most 2 % of the sample’s pages',
  { timeout: 120_000 },
  async () => {
    const files = globSync('*/**/*.{md,mdx}', { cwd: 'src/content' });
    const reported: string[] = [];
    for (const each of files) {
      const overlay = { [each]: readFileSync(`src/content/${each}`, 'utf8') };
      const { accessibility } = await renderDraft({
        file: each,
        overlay,
        checksAccessibility: true,
      });
      reported.push(...accessibility.slice(0, 1).map(({ line, message }) => `${each}:${line}: ${message}`));
    }

    expect(files.length).toBeGreaterThan(50);
    expect(reported.length / files.length, reported.join('\n')).toBeLessThanOrEqual(0.02);
  },
);
