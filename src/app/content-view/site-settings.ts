import { join } from 'node:path';
import { isSettingsFile, parseSettings, type SettingsFile } from '#lib/content/checking/settings-file.ts';
import { settingsOf } from '#lib/content/checking/settings-problems.ts';
import { settingsFolder, settingsNameOf, type EditorSettings } from '#lib/content/editor-settings.ts';
import type { SourceFile, Sources } from '#lib/publishing/activation/sources.ts';

/** Reads the settings that editors can change from content files. Parses each state of a file once. */
export function createSiteSettings(contentDir: string) {
  const parsed = new WeakMap<SourceFile, SettingsFile>();

  /** Undefined for a file that is not in the folder of the settings. */
  function parse(file: SourceFile): SettingsFile | undefined {
    const [folder, name = '', ...rest] = file.path.split('/');
    if (folder !== settingsFolder || rest.length > 0 || !isSettingsFile(name)) return undefined;
    const known = parsed.get(file) ?? parseSettings(join(contentDir, file.path), file.text ?? '');
    parsed.set(file, known);
    return known;
  }

  const list = (sources: Sources): SettingsFile[] =>
    [...sources.values()].flatMap((file) => parse(file) ?? []);

  return {
    parse,
    list,
    /** @param shown paths of files that are shown although readers do not see them yet, such as a notice */
    read(sources: Sources, shown: ReadonlySet<string> = new Set()): EditorSettings {
      const settings = settingsOf(list(sources));
      const { notice } = settings;
      if (!notice || ![...shown].some((path) => settingsNameOf(path) === 'notice')) return settings;
      return { ...settings, notice: { ...notice, from: undefined } };
    },
  };
}
