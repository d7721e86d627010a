/** Names as an ill-meaning or merely unlucky supplier could have them; all stand in one field. */
export const FOREIGN_NAMES: readonly string[] = [
  '<!channel> & <@U1>',
  'Ale | Stout',
  '`1101`',
  'نبيذ أحمر',
  'יין לבן 0,75',
  '🍺👩‍👩‍👧‍👦 Øl',
  '=HYPERLINK("http://evil.example";"x")',
  'Æ'.repeat(200),
  `${'z\u0301'.repeat(40)} Zalgo`,
  'O\'Brien\'s "Best"',
  '__proto__',
];

/** A CSV file of these names with the numbers 1, 2, 3 and so on. */
export function listOf(names: readonly string[], delimiter = ';'): Uint8Array {
  const lines = names.map((name, at) => `${at + 1}${delimiter}"${name.replaceAll('"', '""')}"`);
  return text(lines.join('\r\n'));
}

export function text(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}
