/** See botSources.mjs. */
export function buildOf(root: string, more?: readonly string[]): string;
