/** See botSources.mjs. */
export function buildOf(root: string): string;
