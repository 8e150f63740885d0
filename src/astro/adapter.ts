import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';

/** Astro's adapter for Node, whose server bundle also tells of its routes, which `lib/delivery` calls itself. */
export function nodeWithRoutes(): AstroIntegration {
  const integration = node({ mode: 'middleware' });
  const configDone = integration.hooks['astro:config:done'];
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:done': (options) =>
        configDone?.({
          ...options,
          setAdapter: (adapter) => {
            const serverEntrypoint = new URL('server-bundle.ts', import.meta.url);
            options.setAdapter({ ...adapter, serverEntrypoint });
          },
        }),
    },
  };
}
