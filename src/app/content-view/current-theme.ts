import { institute } from '#lib/content/current-institute.ts';
import { withOwnFonts } from '#lib/content/checking/institute-file.ts';
import { instituteFolder } from '#app/env.ts';
import { makeTheme, type Theme } from '#lib/theme/theme.ts';
import { currentView } from './content-view.ts';

/** The theme of the site in the current view. */
export async function readTheme(): Promise<Theme> {
  return currentView()?.theme ?? makeTheme(withOwnFonts(institute(), instituteFolder()));
}
