type Terrain = {
  /** Height from about 0 to 1. Coordinates are in frame heights from the upper left corner. */
  heightAt(x: number, y: number): number;
  /** The river's y at `x`, in frame heights. */
  riverAt(x: number): number;
};

/** Hills (noise in three octaves) with a winding river valley. */
export function createTerrain(seed: string): Terrain {
  const random = createRandom(seed);
  const noise = createNoise(random);
  const [bed, swing, phase, wave] = [
    0.45 + random() * 0.3,
    0.1 + random() * 0.12,
    random() * 7,
    1.4 + random(),
  ];
  const riverAt = (x: number) =>
    bed + swing * Math.sin(x * wave + phase) + 0.05 * Math.sin(x * wave * 2.7 + phase * 3);
  return {
    riverAt,
    heightAt(x, y) {
      const hills =
        noise(x * 1.5, y * 1.5) + 0.45 * noise(x * 3.2 + 9, y * 3.2) + 0.16 * noise(x * 6.5, y * 6.5 + 5);
      const fromRiver = Math.abs(y - riverAt(x));
      return hills * (0.35 + 0.65 * Math.min(1, fromRiver * 2)) + 0.9 * (1 - Math.exp(-4 * fromRiver));
    },
  };
}

/** A seeded random generator, from 0 to 1 (FNV-1a, then mulberry32). */
export function createRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Value noise from 0 to 1 with continuous first and second derivatives. */
function createNoise(random: () => number): (x: number, y: number) => number {
  const side = 64;
  const values = Array.from({ length: side * side }, random);
  const at = (x: number, y: number) =>
    values[(((y % side) + side) % side) * side + (((x % side) + side) % side)] ?? 0;
  const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
  const mix = (a: number, b: number, t: number) => a + (b - a) * t;
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [ease(x - left), ease(y - top)];
    return mix(
      mix(at(left, top), at(left + 1, top), across),
      mix(at(left, top + 1), at(left + 1, top + 1), across),
      down,
    );
  };
}
