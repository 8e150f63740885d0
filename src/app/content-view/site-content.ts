import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { checkEntries, checkEntry, type CheckedContent } from '#lib/content/check.ts';
import { createContentIndex } from '#lib/content/checking/content-index.ts';
import { atTime, type Entry } from '#lib/content/checking/entry.ts';
import { findInstituteProblems, instituteFileName } from '#lib/content/checking/institute-file.ts';
import { draftAddressOf } from '#lib/content/draft-pages.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import type { Manifest } from '#lib/build-format/manifest.ts';
import type { Clock } from '#lib/content/terms.ts';
import type { Finding } from '#lib/content/checking/problem.ts';
import type { PublishedAddress } from '#lib/content/checking/vanished-addresses.ts';
import { findSettingsProblems } from '#lib/content/checking/settings-problems.ts';
import { collectionNames, type CollectionName } from '#lib/content/collections.ts';
import { whyNotPublicFile } from '#lib/content/taken-addresses.ts';
import { isVisible, nextChange } from '#lib/content/visibility.ts';
import { listPublicFiles, type SourceFile, type Sources } from '#lib/publishing/activation/sources.ts';
import { createContentParser } from './content-parser.ts';
import { createSitePictures } from './site-pictures.ts';
import type { ContentView, StoredEntry } from './content-view.ts';
import { createSiteInstitute } from './site-institute.ts';
import { createSiteSettings } from './site-settings.ts';
import type { TextProbe } from '#app/publisher/text-probe.ts';

type SiteContentOptions = {
  contentDir: string;
  /** Addresses without a content file. */
  routes: readonly string[];
  settings: Pick<Manifest, 'siteUrl' | 'contactEmail'>;
  readPicture: (file: SourceFile) => Promise<Buffer>;
  /** Path of the file with the facts of the institute, which snapshots contain as well. */
  instituteFile: string;
  /** Returns the problem of a file whose text must not be parsed. */
  problemOf: TextProbe['problemOf'];
};

/** The parts of the last publication that a check depends on. */
type LastPublication = {
  /** The check reports the ones that are missing now. */
  previousAddresses?: readonly PublishedAddress[];
  /** Its files. New files can't take over their addresses. */
  published?: Sources;
};

export type SiteContent = ReturnType<typeof createSiteContent>;

/** Turns content files into the entries that pages are rendered from. Parses each state of a file once. */
export function createSiteContent({
  contentDir,
  routes,
  settings: { siteUrl, contactEmail },
  readPicture,
  instituteFile,
  problemOf,
}: SiteContentOptions) {
  const parser = createContentParser({ contentDir, problemOf });
  const { parse, list: listParsed } = parser;
  const editorSettings = createSiteSettings(contentDir);
  const facts = createSiteInstitute(instituteFile);
  const clockAt = (now: Date, { timeZone }: Institute) => ({ now, timeZone });
  const entriesAt = (sources: Sources, clock: Clock): Entry[] =>
    listParsed(sources).map(({ known }) => atTime(known.entry, clock));

  function pathOf(file: string): string {
    if (resolve(file) === resolve(instituteFile)) return instituteFileName;
    return relative(contentDir, resolve(file)).split(sep).join('/');
  }

  /** Returns the path of a file outside the content's folder unchanged. */
  const shortPathOf = (file: string): string => (pathOf(file).startsWith('../') ? file : pathOf(file));

  const hasFile = (sources: Sources) => (path: string) => {
    const own = pathOf(path);
    return own.startsWith('../') ? existsSync(path) : sources.has(own);
  };

  const publicAddressesIn = (sources: Sources) => listPublicFiles(sources).map(({ address }) => address);
  const routesOfProduct = new Set(routes);

  const check = (sources: Sources, now: Date, last: LastPublication = {}): CheckedContent =>
    checkEntries(entriesAt(sources, clockAt(now, facts.read(sources, last.published))), {
      institute: facts.read(sources, last.published),
      now,
      routes,
      publicAddresses: publicAddressesIn(sources),
      hasFile: hasFile(sources),
      ...last,
      settings: editorSettings.list(sources),
      instituteFile: facts.find(sources),
    });

  const pictures = createSitePictures({ contentDir, content: parser, editorSettings, readPicture, pathOf });

  return {
    pictures,
    check,

    /** @param shown paths of files that are shown although readers do not see them yet */
    view(sources: Sources, now: Date, shown: ReadonlySet<string> = new Set()): ContentView {
      const lists = new Map<CollectionName, StoredEntry[]>(collectionNames.map((name) => [name, []]));
      const institute = facts.withFonts(facts.read(sources));
      const clock = clockAt(now, institute);
      for (const { file, known } of listParsed(sources)) {
        if (!known.stored) continue;
        const { collection, frontMatter } = known.entry;
        const isShown = isVisible({ collection, data: frontMatter?.data ?? {} }, clock);
        if (isShown || shown.has(file.path)) lists.get(known.collection)?.push(known.stored);
      }
      return {
        now,
        contentDir: resolve(contentDir),
        entries: (name) => lists.get(name) ?? [],
        institute,
        editorSettings: editorSettings.read(sources, shown),
        shown,
        pictures: pictures.of(sources),
        settings: { siteUrl, contactEmail: contactEmail ?? institute.email },
      };
    },

    /** The institute's public files that are served. */
    publicFiles: (sources: Sources) =>
      listPublicFiles(sources).filter(({ address }) => !whyNotPublicFile(address, routesOfProduct)),

    institute: (sources: Sources): Institute => facts.read(sources),

    withFonts: (institute: Institute): Institute => facts.withFonts(institute),

    nextChange(sources: Sources, now: Date): Date {
      const clock = clockAt(now, facts.read(sources));
      return nextChange(
        entriesAt(sources, clock).map(({ frontMatter }) => ({ data: frontMatter?.data ?? {} })),
        { ...clock, notice: editorSettings.read(sources).notice },
      );
    },

    /** The path below the content's folder of a file in a problem. */
    pathOf,

    /** All problems of one file, including those that depend on other files. @param published the last publication's files */
    problemsIn(
      sources: Sources,
      file: SourceFile,
      { now, published }: { now: Date; published: Sources },
    ): Finding[] {
      const institute = facts.read(sources, published);
      const clock = clockAt(now, institute);
      const entries = entriesAt(sources, clock);
      const [settings, written] = [editorSettings.parse(file), facts.parse(file)];
      if (settings || written) {
        const index = createContentIndex(entries, {
          routes,
          publicAddresses: publicAddressesIn(sources),
          hasFile: hasFile(sources),
          published,
        });
        if (written) return findInstituteProblems(written, index);
        return settings ? findSettingsProblems([settings], { index, clock }) : [];
      }
      return checkEntry(join(contentDir, file.path), entries, {
        institute,
        now,
        routes,
        publicAddresses: publicAddressesIn(sources),
        published,
        hasFile: hasFile(sources),
      });
    },

    /** All problems, with paths below the content's folder. @param published the last publication's files */
    listProblems: (sources: Sources, now: Date, published: Sources) =>
      check(sources, now, { published }).problems.map((problem) => ({
        ...problem,
        file: shortPathOf(problem.file),
      })),

    /** Undefined for a file that is not an entry. */
    entryOf: (file: SourceFile) => parse(file)?.entry,

    /** Whether the file cannot be rendered, regardless of other files. */
    hasFatalProblem(file: SourceFile | undefined): boolean {
      const parts = file && (parse(file)?.entry ?? editorSettings.parse(file) ?? facts.parse(file));
      return parts?.findings.some(({ severity }) => severity === 'fatal') ?? false;
    },

    /** The address of a file's entry. For settings, which affect every page, the home page, or a page of drafts. */
    addressOf: (file: SourceFile): string | undefined =>
      parse(file)?.entry.address ?? draftAddressOf(file.path) ?? (editorSettings.parse(file)?.name && '/'),
  };
}
