import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import Picture from '#components/Picture.astro';

const modules = import.meta.glob<AstroComponentFactory>('./*.astro', { eager: true, import: 'default' });

/** What MDX may use without an import: the components of this folder, and how images are rendered. */
export const mdxComponents = {
  img: Picture,
  ...Object.fromEntries(
    Object.entries(modules).map(([file, component]) => [
      file.slice('./'.length, -'.astro'.length),
      component,
    ]),
  ),
};
