type Bounds<Value> = {
  /** Sum of the sizes at which the least recently used entries leave. */
  capacity: number;
  /** Size of an entry; every one counts 1 when left out. */
  sizeOf?: (value: Value) => number;
};

/** Keeps what was used last, up to a given size. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #capacity: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;

  constructor({ capacity, sizeOf = () => 1 }: Bounds<Value>) {
    this.#capacity = capacity;
    this.#sizeOf = sizeOf;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#remove(key);
    this.#entries.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#capacity) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
