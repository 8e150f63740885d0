import { z } from 'zod';
import { homeSchema, type Home } from './home.ts';
import { defaultNavigation, navigationSchema, type Navigation } from './navigation.ts';
import { noticeSchema, type Notice } from './notice.ts';
import { searchSettingsSchema, type SearchSettings } from './search-settings.ts';

/** The name of the folder below `CONTENT_DIR`, and of the Astro collection. */
export const settingsFolder = 'settings';

type SettingsDefinition = {
  schema: z.ZodObject;
  /** What editors call it. */
  label: string;
  /** Fields that contain an address; `*` matches every entry of a list. */
  links?: readonly string[];
};

/** The files of settings that editors own, each `settings/<name>.yaml`. A missing or empty file has its defaults. */
export const settingsFiles = {
  notice: { label: 'Notice', schema: noticeSchema, links: ['link.path'] },
  navigation: {
    label: 'Menus',
    schema: navigationSchema,
    links: ['main.*.path', 'phoneMenu.*.path', 'footer.*.path'],
  },
  home: { label: 'Home page', schema: homeSchema, links: ['audiences.*.link.path', 'voice.path'] },
  search: { label: 'Search and chat', schema: searchSettingsSchema },
} as const satisfies Readonly<Record<string, SettingsDefinition>>;

export type SettingsName = keyof typeof settingsFiles;

export const settingsNames = Object.keys(settingsFiles) as SettingsName[];

export function definitionOfSettings(name: SettingsName): SettingsDefinition {
  return settingsFiles[name];
}

/** What pages show of all settings files. Plain data, as JSON can store it. */
export type EditorSettings = {
  notice?: Notice | undefined;
  navigation: Navigation;
  home: Home;
  search: SearchSettings;
};

/** The settings as stored, without those that have their defaults. */
export const editorSettingsSchema = z
  .object({
    notice: noticeSchema.optional(),
    navigation: navigationSchema.default(defaultNavigation),
    home: homeSchema.default({ audiences: [] }),
    search: searchSettingsSchema.default({ suggestions: [], questions: [], otherWords: [] }),
  })
  .readonly();

/** @param files the data of valid files, by the name of the file */
export function toEditorSettings(
  files: Iterable<{ id: string; data: Readonly<Record<string, unknown>> }>,
): EditorSettings {
  return editorSettingsSchema.parse(Object.fromEntries([...files].map(({ id, data }) => [id, data])));
}

/** `notice` for `settings/notice.yaml`; undefined for a path that is no settings file. @param path below the content's folder */
export function settingsNameOf(path: string): SettingsName | undefined {
  return settingsNames.find((name) => path === `${settingsFolder}/${name}.yaml`);
}
