import { randomInt } from 'node:crypto';

/** No 0 O, 1 I L, 2 Z, 5 S, 8 B, U V: what is read out or copied by hand stays the same. */
const alphabet = '34679ACDEFGHJKMNPQRTWXY';

/** `R-7K3M-9QXD` */
export function createReference(random: (below: number) => number = randomInt): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[random(alphabet.length)]).join('');
  return `R-${group()}-${group()}`;
}
