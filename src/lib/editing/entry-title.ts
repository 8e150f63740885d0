import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { definitionOfSettings, settingsNameOf } from '#lib/content/editor-settings.ts';

/** The display name of an entry: its title or name, or the label of a settings file. */
export function titleOf(text: string, file: string): string {
  const settings = settingsNameOf(file);
  if (settings) return definitionOfSettings(settings).label;
  const { title, name } = readFrontMatter(text).frontMatter?.data ?? {};
  return [title, name].find((each) => typeof each === 'string') ?? file;
}
