import { formTools, resumeForm } from './form-tools.ts';
import { openPageTool } from './open-page-tool.ts';
import { searchTool } from './browser-search-tool.ts';
import type { ModelContext } from './browser-tool.ts';

/** Registers the page's tools with the browser, and resumes a form that the previous page started to fill in. */
export async function registerTools(context: ModelContext): Promise<void> {
  resumeForm();
  const tools = [searchTool, openPageTool, ...formTools];
  // Ignore tools that the browser rejects or has already registered by name.
  await Promise.allSettled(tools.map(async (tool) => context.registerTool(tool)));
}
