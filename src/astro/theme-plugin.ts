import type { Plugin } from 'vite';
import { themeCss, type Palettes } from '#lib/theme/theme.ts';

const name = 'virtual:theme.css';

/** Provides the institute's colours as the style sheet `virtual:theme.css`. */
export function themePlugin(colours: Palettes): Plugin {
  return {
    name: 'lectern-theme',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? themeCss(colours) : undefined),
  };
}
