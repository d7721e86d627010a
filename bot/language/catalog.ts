import type { english } from './en/index.ts';

/** The sentences of one language; another language has the same keys. */
export type Catalog = ReturnType<typeof english>;
