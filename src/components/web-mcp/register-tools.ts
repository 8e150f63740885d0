import { openPageTool } from './open-page-tool.ts';
import { createRegistrationTool, takeKeptRegistration } from './registration-tool.ts';
import { searchTool } from './search-tool.ts';
import type { ModelContext } from './tool.ts';

/** Registers the page's tools with the browser, and resumes a registration that the previous page started. */
export async function registerTools(context: ModelContext): Promise<void> {
  takeKeptRegistration();
  const tools = [searchTool, openPageTool, createRegistrationTool()];
  // Ignore tools that the browser rejects or has already registered by name.
  await Promise.allSettled(tools.map(async (tool) => context.registerTool(tool)));
}
