const known = new WeakMap<object, Uint8Array<ArrayBuffer>>();

/** The JSON of something that is never changed, made once for as long as that is kept. */
export function jsonBytes(value: object): Uint8Array<ArrayBuffer> {
  let bytes = known.get(value);
  if (bytes === undefined) {
    bytes = new TextEncoder().encode(JSON.stringify(value));
    known.set(value, bytes);
  }
  return bytes;
}
