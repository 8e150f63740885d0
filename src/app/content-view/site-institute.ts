import { dirname } from 'node:path';
import { institute } from '#lib/content/current-institute.ts';
import {
  instituteFileName,
  parseInstitute,
  withOwnFonts,
  type InstituteFile,
} from '#lib/content/checking/institute-file.ts';
import type { Institute } from '#lib/content/institute-schema.ts';
import type { SourceFile, Sources } from '#lib/publishing/activation/sources.ts';

/**
 * Reads the facts of the institute from content files. Parses each state of the file once.
 * @param path of the file, for messages
 */
export function createSiteInstitute(path: string) {
  const parsed = new WeakMap<SourceFile, InstituteFile>();

  /** Undefined for any other file. */
  function parse(file: SourceFile | undefined): InstituteFile | undefined {
    if (file?.path !== instituteFileName) return undefined;
    const known = parsed.get(file) ?? parseInstitute(path, file.text ?? '');
    parsed.set(file, known);
    return known;
  }

  const placed = new WeakMap<Institute, Institute>();
  const find = (sources: Sources | undefined) => parse(sources?.get(instituteFileName));

  return {
    parse,
    find,
    /** The facts in the sources or, if they have an error, the published ones. */
    read: (sources: Sources, published?: Sources): Institute =>
      find(sources)?.institute ?? find(published)?.institute ?? institute(),

    /** The same facts with absolute paths of fonts, for rendering. */
    withFonts(facts: Institute): Institute {
      const known = placed.get(facts) ?? withOwnFonts(facts, dirname(path));
      placed.set(facts, known);
      return known;
    },
  };
}
