const known = new WeakMap<object, Uint8Array<ArrayBuffer>>();

/** Serialises an immutable value to JSON, and caches the bytes as long as the value is in memory. */
export function jsonBytes(value: object): Uint8Array<ArrayBuffer> {
  let bytes = known.get(value);
  if (bytes === undefined) {
    bytes = new TextEncoder().encode(JSON.stringify(value));
    known.set(value, bytes);
  }
  return bytes;
}
