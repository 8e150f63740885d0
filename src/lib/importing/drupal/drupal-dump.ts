import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readTextFile } from '#lib/importing/decode-text.ts';
import { readDate } from '#lib/importing/read-date.ts';
import { decodePath, type ImportSource, type SourcePage } from '#lib/importing/source-page.ts';

type DrupalOptions = {
  /** The folder `sites/default/files` of the old site. */
  uploads: string | undefined;
  /** The address of the old site. */
  site: string | undefined;
};

/** A resource of Drupal’s JSON:API. Only what the import reads. */
const resourceSchema = z.object({
  type: z.string(),
  id: z.string(),
  attributes: z.record(z.string(), z.unknown()).default({}),
  relationships: z.record(z.string(), z.object({ data: z.unknown() })).default({}),
});
const documentSchema = z.object({
  data: z.union([z.array(resourceSchema), resourceSchema]),
  included: z.array(resourceSchema).default([]),
});
const bodySchema = z.object({
  processed: z.string().nullish(),
  value: z.string().nullish(),
  summary: z.string().nullish(),
});
const pathSchema = z.object({ alias: z.string().nullish() });
const referenceSchema = z.object({
  id: z.string(),
  meta: z.object({ alt: z.string().nullish() }).optional(),
});

type Resource = z.infer<typeof resourceSchema>;

const maxFileSize = 200_000_000;

/**
 * Reads a folder of answers of Drupal’s JSON:API, saved as `*.json`: nodes, and the users and files that they include.
 * It has the rendered text of each node.
 * @throws Error for a file that is no such answer
 */
export function readDrupal(folder: string, { uploads, site }: DrupalOptions): ImportSource {
  const resources = globSync('**/*.json', { cwd: folder })
    .toSorted()
    .flatMap((name) => readDocument(join(folder, name)));
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const origin = URL.parse(site ?? '')?.origin;
  if (origin === undefined)
    throw new Error('say the address of the old site with --site https://www.example.org');
  const nodes = [...byId.values()].filter(({ type }) => type.startsWith('node--'));
  const others = new Set(
    [...byId.values()].map(({ type }) => type).filter((type) => !/^(?:node|user|file)--/.test(type)),
  );
  return {
    kind: 'drupal',
    pages: nodes.map((node) => toPage(node, byId, origin)),
    origins: [origin],
    findFile: (url) => (uploads === undefined ? undefined : findUpload(url, uploads)),
    menus: [],
    notes: [...others].map((type) => `items of the type ${type}`),
  };
}

function readDocument(path: string): Resource[] {
  if (statSync(path).size > maxFileSize) throw new Error(`${path} is larger than 200 MB: save it in parts`);
  try {
    const { data, included } = documentSchema.parse(JSON.parse(readTextFile(path, path).text));
    return [...(Array.isArray(data) ? data : [data]), ...included];
  } catch (cause) {
    throw new Error(`${path} is no answer of Drupal’s JSON:API`, { cause });
  }
}

function toPage(node: Resource, byId: ReadonlyMap<string, Resource>, origin: string): SourcePage {
  const { attributes, type, id } = node;
  const body = bodySchema.safeParse(attributes['body']).data;
  const alias = pathSchema.safeParse(attributes['path']).data?.alias ?? undefined;
  const own = `/node/${textOf(attributes['drupal_internal__nid'])}`;
  const addresses = [...(alias ? [alias] : []), own].map((path) => new URL(path, origin).href);
  const isNews = /^node--(?:article|news|blog|story)/.test(type);
  const created = textOf(attributes['created']);
  const image = referenceOf(node, 'field_image');
  const file = image && byId.get(image.id);
  const url = z.object({ url: z.string() }).safeParse(file?.attributes['uri']).data?.url;
  const scheduled = textOf(attributes['publish_on']);
  const isScheduled = attributes['status'] !== true && scheduled !== '';
  return {
    id,
    title: textOf(attributes['title']),
    html: body?.processed ?? body?.value ?? '',
    raw: { text: body?.processed ?? body?.value ?? '', format: 'html' },
    collection: isNews ? 'news' : 'pages',
    name:
      decodePath(alias ?? own)
        .split('/')
        .at(-1) ?? '',
    otherName: decodePath(alias ?? own)
      .replace(/^\//, '')
      .replaceAll('/', '-'),
    addresses,
    bases: addresses.slice(0, 1),
    summary: body?.summary ?? undefined,
    date: readDate(created)?.slice(0, 10),
    publishAt: isScheduled ? toMoment(scheduled) : undefined,
    isDraft: attributes['status'] !== true && !isScheduled,
    author: authorOf(node, byId),
    picture: url === undefined ? undefined : { url: new URL(url, origin).href, alt: image?.meta?.alt ?? '' },
    notes: [
      ...(attributes['status'] === true || isScheduled
        ? []
        : ['it was not published, so it is a draft here']),
      ...listOtherFields(attributes),
    ],
  };
}

function toMoment(time: string): string | undefined {
  const date = new Date(/^\d+$/.test(time) ? Number(time) * 1_000 : time);
  return Number.isNaN(date.getTime()) ? undefined : `${date.toISOString().slice(0, 16)}Z`;
}

/** Fields that the institution added hold content that the import does not understand. */
function listOtherFields(attributes: Resource['attributes']): string[] {
  const names = Object.keys(attributes).filter(
    (name) => name.startsWith('field_') && attributes[name] !== null,
  );
  return names.length === 0 ? [] : [`these fields were left out: ${names.join(', ')}`];
}

function referenceOf({ relationships }: Resource, name: string) {
  const data = relationships[name]?.data;
  return referenceSchema.safeParse(Array.isArray(data) ? data[0] : data).data;
}

function authorOf(node: Resource, byId: ReadonlyMap<string, Resource>): string | undefined {
  const user = byId.get(referenceOf(node, 'uid')?.id ?? '');
  return textOf(user?.attributes['display_name'] ?? user?.attributes['name']) || undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function findUpload({ pathname }: URL, uploads: string): string | undefined {
  const [, path] =
    /\/sites\/[^/]+\/files\/(?:styles\/[^/]+\/public\/)?(.+)$/.exec(decodePath(pathname)) ?? [];
  if (path === undefined || path.split(/[\\/]/).includes('..')) return undefined;
  const file = join(uploads, path);
  return existsSync(file) ? file : undefined;
}
