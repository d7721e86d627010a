/** The first page of a read goes without `start`, and without `maxResults` unless someone asked for a size. */
export function pageQuery<Filter extends object>(
  filter: Filter,
  start: number,
  maxResults: number | undefined,
) {
  return {
    ...filter,
    ...(maxResults === undefined ? {} : { maxResults }),
    ...(start === 0 ? {} : { start }),
  };
}
