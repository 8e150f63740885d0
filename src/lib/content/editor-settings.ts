import { z } from 'zod';
import { homeSchema } from './home.ts';
import { defaultNavigation, navigationSchema } from './navigation.ts';
import { letterWordsSchema } from './letter-words.ts';
import { noticeSchema } from './notice.ts';
import { searchSettingsSchema } from './search-settings.ts';

/** The name of the folder below `CONTENT_DIR`, and of the Astro collection. */
export const settingsFolder = 'settings';

type SettingsDefinition = {
  schema: z.ZodObject;
  /** Its name in the interface for editors. */
  label: string;
  /** Fields that contain an address; `*` matches every item of a list. */
  links?: readonly string[];
  /** Fields with a sentence that may have Markdown links. */
  sentences?: readonly string[];
};

/** The settings files that editors own, each `settings/<name>.yaml`. Defaults apply if a file is missing or empty. */
export const settingsFiles = {
  notice: { label: 'Notice', schema: noticeSchema, links: ['link.path'] },
  navigation: {
    label: 'Menus',
    schema: navigationSchema,
    links: ['main.*.path', 'phoneMenu.*.path', 'footer.*.path'],
  },
  home: { label: 'Home page', schema: homeSchema, links: ['audiences.*.link.path', 'voice.path'] },
  search: { label: 'Search and chat', schema: searchSettingsSchema },
  letters: {
    label: 'Letters and forms',
    schema: letterWordsSchema,
    sentences: ['registration', 'application', 'enquiry', 'newsletter'].map((form) => `forms.${form}`),
  },
} as const satisfies Readonly<Record<string, SettingsDefinition>>;

export type SettingsName = keyof typeof settingsFiles;

export const settingsNames = Object.keys(settingsFiles) as SettingsName[];

export function definitionOfSettings(name: SettingsName): SettingsDefinition {
  return settingsFiles[name];
}

/** The settings as stored. Settings that are missing get their defaults. */
export const editorSettingsSchema = z
  .object({
    notice: noticeSchema.optional(),
    navigation: navigationSchema.default(defaultNavigation),
    home: homeSchema.default({ audiences: [] }),
    search: searchSettingsSchema.default({ suggestions: [], questions: [], otherWords: [] }),
    letters: letterWordsSchema.default({}),
  })
  .readonly();

/** The values of all settings files, as plain data that JSON can store. */
export type EditorSettings = z.output<typeof editorSettingsSchema>;

/** @param files the data of valid files, by the name of the file */
export function toEditorSettings(
  files: Iterable<{ id: string; data: Readonly<Record<string, unknown>> }>,
): EditorSettings {
  return editorSettingsSchema.parse(Object.fromEntries([...files].map(({ id, data }) => [id, data])));
}

/** `notice` for `settings/notice.yaml`; undefined for any other file. @param path below the content folder */
export function settingsNameOf(path: string): SettingsName | undefined {
  return settingsNames.find((name) => path === `${settingsFolder}/${name}.yaml`);
}
