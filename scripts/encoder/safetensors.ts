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
      const halves = new Float16Array(new Uint8Array(bytes.subarray(start + from, start + to)).buffer);
      return Float32Array.from(halves);
    },
  };
}
