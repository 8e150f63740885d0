import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { HookParameters } from 'astro';
import type { EnvironmentModuleNode, Plugin, RunnableDevEnvironment, ViteDevServer } from 'vite';
import type { SavedFile } from './instant-loader.ts';

type Refresh = NonNullable<HookParameters<'astro:server:setup'>['refreshContent']>;

type PromptRefresh = {
  plugin: Plugin;
  /** Gives what reads content anew, which is there once Astro's server is. */
  use: (refresh: Refresh) => void;
};

const events = { create: 'add', update: 'change', delete: 'unlink' } as const;
/** What all pages read content from. */
const contentModule = '\0astro:data-layer-content';
/** A page that was being made when content came may have kept the old for the next one. */
const settled = 1500;

/**
 * Hands every file of the content that is saved to its loader, and has pages loaded anew when that is done: a page
 * made before would be made from what there was.
 */
export function refreshPromptly({
  contentDir,
  modulesFile,
}: {
  contentDir: string;
  /** Where Astro writes the list of modules that texts are rendered by. */
  modulesFile: URL;
}): PromptRefresh {
  let refresh: Refresh | undefined;
  let last: { of: string; done: Promise<void> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const take = async (server: ViteDevServer, saved: Omit<SavedFile, 'isTaken'>) => {
    if (refresh) await hand(saved, refresh);
    clearTimeout(timer);
    timer = setTimeout(() => forget(server, (graph) => [graph.getModuleById(contentModule)]), settled);
    timer.unref();
    if (saved.event === 'change') return;
    // Pages would look a new text up in the old list: Astro leaves that to a watcher, which can miss it.
    forget(server, (graph) => graph.getModulesByFile(fileURLToPath(modulesFile)) ?? []);
    server.ws.send({ type: 'full-reload' });
  };
  const plugin: Plugin = {
    name: 'lectern-prompt-refresh',
    apply: 'serve',
    hotUpdate: {
      order: 'pre',
      // Every environment is told of the same event.
      async handler({ type, file, timestamp, server }) {
        if (!file.startsWith(contentDir)) return;
        const of = `${timestamp} ${type} ${file}`;
        if (last?.of !== of) last = { of, done: take(server, { event: events[type], file }) };
        await last.done;
      },
    },
  };
  return { plugin, use: (given) => (refresh = given) };
}

/** A refresh does nothing while the collections themselves are read: then it is tried again. */
async function hand(saved: Omit<SavedFile, 'isTaken'>, refresh: Refresh): Promise<void> {
  const context = { ...saved, isTaken: false };
  for (let tries = 0; tries < 20 && !context.isTaken; tries += 1) {
    if (tries > 0) await pause(100);
    await refresh({ loaders: ['glob-loader'], context });
  }
}

type Graph = RunnableDevEnvironment['moduleGraph'];

/** Has modules read anew, in every environment and by what runs them in this process. */
function forget(
  server: ViteDevServer,
  find: (graph: Graph) => Iterable<EnvironmentModuleNode | undefined>,
): void {
  for (const environment of Object.values(server.environments)) {
    for (const module of find(environment.moduleGraph)) {
      if (!module) continue;
      environment.moduleGraph.invalidateModule(module);
      if (!('runner' in environment) || module.id === null) continue;
      const { evaluatedModules } = (environment as RunnableDevEnvironment).runner;
      const evaluated = evaluatedModules.getModuleById(module.id);
      if (evaluated) evaluatedModules.invalidateModule(evaluated);
    }
  }
}
