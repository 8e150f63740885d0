type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array;

/** A typed array that grows while an index is read, and is cut to size at the end. */
export class GrowingArray<Kind extends Numbers> {
  readonly #create: (length: number) => Kind;
  #values: Kind;
  length = 0;

  constructor(create: (length: number) => Kind, capacity = 65_536) {
    this.#create = create;
    this.#values = create(capacity);
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#create(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  finish(): Kind {
    const exact = this.#create(this.length);
    exact.set(this.#values.subarray(0, this.length));
    return exact;
  }
}
