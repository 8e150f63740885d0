const broadPages: ReadonlySet<string> = new Set(['/', '/developers', '/developers/first-steps', '/auth']);

/**
 * Whether a page mentions nearly everything, so that it is seldom the best result: the home page, and the pages for
 * developers, which describe all forms and limits.
 */
export function isBroadPage(path: string): boolean {
  return broadPages.has(path);
}
