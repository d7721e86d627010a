export function fieldsDocument(): string;
