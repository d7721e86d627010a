export function documents(): Readonly<Record<string, string>>;
