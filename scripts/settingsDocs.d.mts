export function settingsDocuments(): Readonly<Record<string, string>>;
