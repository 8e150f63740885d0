import { institute } from '#lib/content/current-institute.ts';
import { makeTheme, type Theme } from '#lib/theme/theme.ts';
import { currentView } from './content-view.ts';

/** The look of the site in the current view. */
export async function readTheme(): Promise<Theme> {
  return currentView()?.theme ?? makeTheme(institute());
}
