/** One element of an Accept-like header: its name in lower case and its quality. */
type WeightedRange = { name: string; quality: number };

const qualityPattern = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Reads a list of weighted ranges (RFC 9110, sections 5.6.1 and 12.4.2) in the order of the header. Skips parameters
 * other than `q` and empty elements; a range with an invalid `q` has the quality null. Accepts any string, in time
 * linear in its length.
 */
export function parseQualityList(header: string): (WeightedRange | { name: string; quality: null })[] {
  return splitOutsideQuotes(header, ',')
    .map((element) => element.trim())
    .filter((element) => element !== '')
    .map(parseRange);
}

function parseRange(element: string) {
  const [name = '', ...parameters] = splitOutsideQuotes(element, ';');
  return { name: name.trim().toLowerCase(), quality: qualityOf(parameters) };
}

function qualityOf(parameters: readonly string[]): number | null {
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    if (equals < 0 || parameter.slice(0, equals).trim().toLowerCase() !== 'q') continue;
    const value = parameter.slice(equals + 1).trim();
    return qualityPattern.test(value) ? Number(value) : null;
  }
  return 1;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted && character === '\\') index += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
