/** What a tool's run is told beside its input. Browsers of the first versions leave it out. */
export type RunOptions = { signal?: AbortSignal };

/** A tool of a page for an assistant in the browser: `ModelContextTool` of the WebMCP draft (W3C community group). */
export type PageTool = {
  name: string;
  title: string;
  description: string;
  /** JSON Schema. The browser does not hold inputs to it. */
  inputSchema: object;
  annotations: { readOnlyHint: boolean };
  /** Problems are answered as `{ error }`: of what is thrown, the assistant is told nothing. */
  execute(input: unknown, options?: RunOptions): Promise<object>;
};

/** `document.modelContext`, as far as it is used here. */
export type ModelContext = { registerTool(tool: PageTool): Promise<void> };

/** The members of an input that are texts and not blank. */
export function textsOf(input: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(input ?? {}) as [string, unknown][]) {
    if (typeof value === 'string' && value.trim() !== '') texts[name] = value.trim();
  }
  return texts;
}
