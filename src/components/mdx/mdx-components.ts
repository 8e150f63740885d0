import type { AstroComponentFactory } from 'astro/runtime/server/index.js';
import Picture from '#components/Picture.astro';

const modules = import.meta.glob<AstroComponentFactory>('./*.astro', { eager: true, import: 'default' });

/** Components that MDX can use without an import: those in this folder, and `Picture` for images. */
export const mdxComponents: Readonly<Record<string, AstroComponentFactory>> = {
  img: Picture,
  ...Object.fromEntries(
    Object.entries(modules).map(([file, component]) => [
      file.slice('./'.length, -'.astro'.length),
      component,
    ]),
  ),
};
