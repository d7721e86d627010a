export function productionSign(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
): string | undefined;
