export function productionSign(environment: Readonly<Record<string, string | undefined>>): string | undefined;
