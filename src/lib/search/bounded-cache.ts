type Bounds<Value> = {
  /** The maximum sum of the sizes. The least recently used entries are evicted above it. */
  capacity: number;
  /** The size of an entry; 1 by default. */
  sizeOf?: (value: Value) => number;
};

/** An LRU cache with a maximum total size. */
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

  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }

  #remove(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}
