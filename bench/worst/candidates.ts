import { createRandom } from '#test/random.ts';
import { writeText, type Recipe } from './hostile-text.ts';
import type { HostileRequest, Route, Slot } from './requests.ts';

/** A hostile request for a route, different each time to miss caches. */
export type Candidate = { name: string; make: (seed: number) => HostileRequest };

export function slotCandidate(slotName: string, slot: Slot, recipe: Recipe): Candidate {
  return {
    name: `${slotName}: ${recipe.join(' + ')}`,
    make(seed) {
      const random = createRandom(seed);
      return slot.request(writeText(recipe, slot.length, random));
    },
  };
}

/** Finds a route's candidate by the name that the benchmark prints. @throws Error if there is none */
export function findCandidate(route: Route, name: string): Candidate {
  const [slotName = '', recipe = ''] = name.split(': ');
  const slot = route.slots?.[slotName];
  const found = slot
    ? slotCandidate(slotName, slot, recipe.split(' + '))
    : shapeCandidates(route).find((shape) => shape.name === name);
  if (!found) throw new Error(`${route.name} has no input "${name}"`);
  return found;
}

export function shapeCandidates({ shapes = {} }: Route): Candidate[] {
  return Object.entries(shapes).map(([name, make]) => ({ name, make: (seed) => make(createRandom(seed)) }));
}
