import { randomInt } from 'node:crypto';

/** Without 0 O, 1 I L, 2 Z, 5 S, 8 B, U V, which are easily confused when read out or copied by hand. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';

/** Returns a random reference, such as `R-7K3M-9QXD` for the prefix `R`. */
export function createReference(prefix: string): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${prefix}-${group()}-${group()}`;
}
