/**
 * Reads the part of CBOR (RFC 8949) that Pagefind's index files use: definite arrays, texts and integers.
 * A pull reader rather than a decoder to objects, because an index holds millions of numbers.
 */
export class CborReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  /** @returns the number of items that follow */
  array(): number {
    return this.#argument(4);
  }

  text(): string {
    const length = this.#argument(3);
    const start = this.#offset;
    this.#offset += length;
    if (this.#offset > this.#bytes.length) throw new RangeError('CBOR text runs past the end');
    return this.#bytes.toString('utf8', start, this.#offset);
  }

  integer(): number {
    const major = (this.#bytes[this.#offset] ?? 0xff) >> 5;
    if (major === 0) return this.#argument(0);
    if (major === 1) return -1 - this.#argument(1);
    throw new TypeError(`CBOR integer wanted, major type ${major} found`);
  }

  /** Passes over one item with all that is inside. */
  skip(): void {
    const major = (this.#bytes[this.#offset] ?? 0xff) >> 5;
    if (major <= 1) this.#argument(major);
    else if (major === 2 || major === 3) this.#pass(this.#argument(major));
    else if (major === 4) for (let items = this.array(); items > 0; items--) this.skip();
    else throw new TypeError(`CBOR major type ${major} is not used by Pagefind`);
  }

  #pass(bytes: number): void {
    this.#offset += bytes;
  }

  #argument(wanted: number): number {
    const head = this.#bytes[this.#offset];
    if (head === undefined) throw new RangeError('CBOR ends too early');
    if (head >> 5 !== wanted) throw new TypeError(`CBOR major type ${wanted} wanted, ${head >> 5} found`);
    this.#offset += 1;
    const short = head & 0x1f;
    if (short < 24) return short;
    const width = short === 24 ? 1 : short === 25 ? 2 : short === 26 ? 4 : 0;
    if (width === 0) throw new TypeError('CBOR number of an unexpected width');
    const value = this.#bytes.readUIntBE(this.#offset, width);
    this.#offset += width;
    return value;
  }
}
