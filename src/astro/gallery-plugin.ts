import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { components } from '#lib/content/components.ts';

const name = 'virtual:lectern-gallery';

/** Stands for the picture that the examples name. */
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="420">
<rect width="960" height="420" fill="#dfe7e1"/>
<g fill="none" stroke="#4d7a72" stroke-width="3">
${Array.from({ length: 9 }, (_, line) => `<path d="M-20 ${60 + line * 40}q120-${70 - line * 6} 250 0t250 0t250 0t250 0"/>`).join('\n')}
</g></svg>`;

/**
 * Writes every component's example as an MDX file of its own into `directory`, and gives the gallery their modules as
 * `virtual:lectern-gallery`, by component. Only for `astro dev`.
 */
export function galleryPlugin(directory: string): Plugin {
  const fileOf = (component: string) => join(directory, `${component}.mdx`);
  return {
    name: 'lectern-gallery',
    apply: 'serve',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      await mkdir(directory, { recursive: true });
      await sharp(Buffer.from(picture)).jpeg().toFile(join(directory, 'weir.jpg'));
      await Promise.all(components.map((each) => writeFile(fileOf(each.name), `${each.example}\n`)));
      const imports = components.map(
        (each) => `import { Content as ${each.name} } from ${JSON.stringify(fileOf(each.name))};`,
      );
      const names = components.map((each) => each.name).join(', ');
      return `${imports.join('\n')}\nexport const examples = { ${names} };`;
    },
  };
}
