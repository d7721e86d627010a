export interface Coordinates {
  /** Degrees, north positive (WGS84). */
  readonly latitude: number;
  /** Degrees, east positive (WGS84). */
  readonly longitude: number;
}

const POINT = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const COMMA = String.raw`(-?\d{1,3}(?:,\d+)?)`;
const FORMS = [
  new RegExp(String.raw`^${POINT}\s*[,;/ ]\s*${POINT}$`),
  new RegExp(String.raw`^${COMMA}\s*[;/]\s*${COMMA}$`),
  new RegExp(String.raw`^${COMMA}\s+${COMMA}$`),
  /^(-?\d{1,3},\d+)\s*,\s*(-?\d{1,3},\d+)$/,
];

/** No coordinates are longer, and the patterns would be slow on a long run of spaces. */
const LONGEST = 64;
/** Two whole numbers or one with a decimal comma: nobody can tell. */
const AMBIGUOUS = /^-?\d+,\d+$/;

/** Reads `address.gpsCoord`, given as (lat, lon) with an unstated separator; null when it cannot be read. */
export function parseGpsCoord(text: string | null): Coordinates | null {
  const given = text?.trim() ?? '';
  if (given.length > LONGEST) return null;
  const bare = given.replace(/^\(\s*/, '').replace(/\s*\)$/, '');
  if (AMBIGUOUS.test(bare)) return null;
  for (const form of FORMS) {
    const [, first, second] = form.exec(bare) ?? [];
    if (first === undefined || second === undefined) continue;
    const latitude = Number(first.replace(',', '.'));
    const longitude = Number(second.replace(',', '.'));
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
  }
  return null;
}
