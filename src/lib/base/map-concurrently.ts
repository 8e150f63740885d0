/** Calls `work` for each item, at most `limit` at a time. Returns the results in the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, finished: number) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const queue = items.entries();
  let finished = 0;
  const worker = async () => {
    for (const [index, item] of queue) {
      results[index] = await work(item, finished);
      finished += 1;
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
