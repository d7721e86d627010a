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

/** Reads `address.gpsCoord`, given as (lat, lon) with an unstated separator; null when it cannot be read. */
export function parseGpsCoord(text: string): Coordinates | null {
  const bare = text
    .trim()
    .replace(/^\(\s*/, '')
    .replace(/\s*\)$/, '');
  for (const form of FORMS) {
    const [, first, second] = form.exec(bare) ?? [];
    if (first === undefined || second === undefined) continue;
    const latitude = Number(first.replace(',', '.'));
    const longitude = Number(second.replace(',', '.'));
    return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
  }
  return null;
}
