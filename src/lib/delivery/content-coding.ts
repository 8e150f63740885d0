import { parseQualityList } from '#lib/http/quality-list.ts';
import { cacheByHeader } from './cache-by-header.ts';

export type Coding = 'br' | 'gzip' | 'identity';

/**
 * Chooses a content coding by Accept-Encoding (RFC 9110, section 12.5.3): the one with the highest quality and, at
 * equal quality, brotli before gzip before identity. If none is acceptable, returns identity, which every client can
 * read, instead of an error.
 */
export const chooseCoding = cacheByHeader(chooseByQuality);

function chooseByQuality(acceptEncoding: string | undefined): Coding {
  const qualities = new Map<string, number>();
  for (const { name, quality } of parseQualityList(acceptEncoding ?? '')) {
    const coding = name === 'x-gzip' ? 'gzip' : name;
    if (quality !== null) qualities.set(coding, Math.max(quality, qualities.get(coding) ?? 0));
  }
  const others = qualities.get('*') ?? 0;
  const br = qualities.get('br') ?? others;
  const gzip = qualities.get('gzip') ?? others;
  const identity = qualities.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}
