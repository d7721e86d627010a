/**
 * Does `work` for each item, so many at a time, until there are none or it answers `stop`. One that fails, say because
 * the database is gone, does not leave the others half done. @throws what the first of them failed with
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  lanes: number,
  work: (item: Item) => Promise<'stop' | undefined>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let isOver = false;
  const oneByOne = async () => {
    for (let next = queue.next(); !isOver && next.done !== true; next = queue.next()) {
      if ((await work(next.value)) === 'stop') isOver = true;
    }
  };
  await allSettledOrThrow(Array.from({ length: lanes }, oneByOne));
}

/** Until all have ended. @throws what the first of them failed with */
export async function allSettledOrThrow(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
