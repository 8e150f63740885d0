import { openPageTool } from './open-page-tool.ts';
import { createRegistrationTool, takeKeptRegistration } from './registration-tool.ts';
import { searchTool } from './search-tool.ts';
import type { ModelContext } from './tool.ts';

/** Offers the page's tools to the browser's assistant, and does what one asked for on the page before. */
export async function registerTools(context: ModelContext): Promise<void> {
  takeKeptRegistration();
  const tools = [searchTool, openPageTool, createRegistrationTool()];
  // One that the browser does not take, or has by this name already, is left out.
  await Promise.allSettled(tools.map(async (tool) => context.registerTool(tool)));
}
