/** What a link header (RFC 8288) says of the page behind the one it came with. */
export interface NextLink {
  /** The offset at which that page begins; undefined when the link counts in another way. */
  readonly start: number | undefined;
}

/**
 * The link with the relation "next"; undefined when there is none or it cannot be read, since neither the header's name
 * nor its form are stated (interface: "GET accumulated-stock"). Only the offset is taken from it. The address is not:
 * behind a gateway it often names a host of the inside, and the key goes to no other host than the configured one.
 */
export function nextLinkOf(header: string | undefined): NextLink | undefined {
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (isNext(parameters)) return { start: startOf(target) };
  }
  return undefined;
}

function isNext(parameters: string): boolean {
  const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
  return (quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('next');
}

function startOf(target: string): number | undefined {
  const query = /\?([^#]*)/.exec(target)?.[1];
  const start = query === undefined ? null : new URLSearchParams(query).get('start');
  return start !== null && /^\d{1,15}$/.test(start) ? Number(start) : undefined;
}
