import { readFrontMatter } from '#lib/content/checking/check-front-matter.ts';
import { yamlFileOf } from './yaml-files.ts';

/** The display name of an entry: its title or name, or the label of a YAML file. */
export function titleOf(text: string, file: string): string {
  const yaml = yamlFileOf(file);
  if (yaml) return yaml.label;
  const { title, name } = readFrontMatter(text).frontMatter?.data ?? {};
  return [title, name].find((each) => typeof each === 'string') ?? file;
}
