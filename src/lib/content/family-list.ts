/** Font families as CSS writes them, in quotes where a name is no CSS identifier: `Arial,"Source Sans 3",sans-serif`. */
export function familyList(families: readonly string[]): string {
  return families.map((family) => (/^[a-z][\w-]*$/i.test(family) ? family : `"${family}"`)).join(',');
}
