import { instituteFileName } from './checking/institute-file.ts';
import { settingsFolder } from './editor-settings.ts';

/**
 * Pages that only drafts have. They show what a file without a page of its own changes, with examples: for a file, the
 * last part of the address.
 */
export const draftPages: ReadonlyMap<string, 'institute' | 'letters'> = new Map([
  [instituteFileName, 'institute'],
  [`${settingsFolder}/letters.yaml`, 'letters'],
]);

/** The address of the page that shows a file in drafts; undefined for other files. */
export function draftAddressOf(file: string): string | undefined {
  const name = draftPages.get(file);
  return name && `/drafts/${name}`;
}
