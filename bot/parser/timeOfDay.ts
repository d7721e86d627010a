/** Reads 8, 08:30, 8.30, 0830, kl.8, 8am or 8:30 pm as HH:mm; undefined when it is no time of day. */
export function readTimeOfDay(typed: string): string | undefined {
  const found = /^(\d{1,2})(?:[:.]?(\d{2}))? ?(am|pm)?$/i.exec(typed.trim().replace(/^kl\.?/i, ''));
  if (found === null) return undefined;
  const [, hours = '', minutes = '00', half] = found;
  const said = Number(hours);
  if (half !== undefined && (said < 1 || said > 12)) return undefined;
  const hour = half === undefined ? said : (said % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
