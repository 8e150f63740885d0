import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { HookParameters } from 'astro';
import type { DevEnvironment, RunnableDevEnvironment, ViteDevServer } from 'vite';
import type { SavedFile } from './prompt-loader.ts';

type Options = {
  server: ViteDevServer;
  contentDir: string;
  /** Where Astro writes the list of modules that texts are rendered by. */
  modulesFile: URL;
  /** Reads content anew. */
  refresh: NonNullable<HookParameters<'astro:server:setup'>['refreshContent']>;
  logger: { error: (message: string) => void };
};

const events = ['add', 'change', 'unlink'] as const;

/** Hands every file of the content that is saved to its loader, so that pages show it at once. */
export function refreshPromptly({ server, contentDir, modulesFile, refresh, logger }: Options): void {
  const take = async (saved: Omit<SavedFile, 'isTaken'>) => {
    await hand(saved, refresh);
    if (saved.event === 'change') return;
    // Pages would look a new text up in the old list: Astro leaves that to a watcher, which can miss it.
    forget(server, fileURLToPath(modulesFile));
    server.ws.send({ type: 'full-reload' });
  };
  for (const event of events) {
    server.watcher.on(event, (file: string) => {
      if (!file.startsWith(contentDir)) return;
      take({ event, file }).catch((error: unknown) => logger.error(String(error)));
    });
  }
}

/** A refresh does nothing while the collections themselves are read: then it is tried again. */
async function hand(saved: Omit<SavedFile, 'isTaken'>, refresh: Options['refresh']): Promise<void> {
  const context = { ...saved, isTaken: false };
  for (let tries = 0; tries < 20 && !context.isTaken; tries += 1) {
    if (tries > 0) await setTimeout(100);
    await refresh({ loaders: ['glob-loader'], context });
  }
}

function forget(server: ViteDevServer, file: string): void {
  for (const environment of Object.values(server.environments)) {
    for (const module of environment.moduleGraph.getModulesByFile(file) ?? []) {
      environment.moduleGraph.invalidateModule(module);
    }
    forgetEvaluated(environment, file);
  }
}

/** What an environment that runs modules in this process has of a file. */
function forgetEvaluated(environment: DevEnvironment, file: string): void {
  if (!('runner' in environment)) return;
  const { evaluatedModules } = (environment as RunnableDevEnvironment).runner;
  for (const module of evaluatedModules.getModulesByFile(file) ?? []) {
    evaluatedModules.invalidateModule(module);
  }
}
