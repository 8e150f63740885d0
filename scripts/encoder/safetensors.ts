/** The tensors of a safetensors file, by name. */
export type Safetensors = {
  shapeOf(name: string): readonly number[];
  /** Returns a copy in 32 bits. */
  read(name: string): Float32Array<ArrayBuffer>;
};

type Entry = { dtype: string; shape: number[]; data_offsets: [number, number] };

/** Reads a file of 16-bit floats. The file consists of the length of a JSON header, the header and the values. */
export function readSafetensors(bytes: Uint8Array): Safetensors {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const entries = JSON.parse(Buffer.from(bytes.subarray(8, start)).toString()) as Record<string, Entry>;
  const entryOf = (name: string) => {
    const entry = entries[name];
    if (entry?.dtype !== 'F16') throw new Error(`the weights have no 16-bit tensor ${name}`);
    return entry;
  };
  return {
    shapeOf: (name) => entryOf(name).shape,
    read(name) {
      const [from, to] = entryOf(name).data_offsets;
      const halves = new Uint16Array(new Uint8Array(bytes.subarray(start + from, start + to)).buffer);
      return widen(halves);
    },
  };
}

/**
 * Converts IEEE 754 half-precision to single-precision numbers. Shifting the bits leaves the exponent 112 too small,
 * which the multiplication corrects. Does not handle infinity, since weights are finite.
 */
function widen(halves: Uint16Array): Float32Array<ArrayBuffer> {
  const bits = new Uint32Array(halves.length);
  for (let at = 0; at < halves.length; at++) {
    const half = halves[at] ?? 0;
    bits[at] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13);
  }
  const floats = new Float32Array(bits.buffer);
  for (let at = 0; at < floats.length; at++) floats[at] = (floats[at] ?? 0) * 2 ** 112;
  return floats;
}
