/** A 13-digit global location number with its check digit, from a serial of up to eight digits. */
export function globalLocationNumber(serial: number): string {
  const digits = `7080${String(serial % 100_000_000).padStart(8, '0')}`;
  let sum = 0;
  for (const [place, digit] of [...digits].entries()) sum += Number(digit) * (place % 2 === 0 ? 1 : 3);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const ORGANISATION_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2];

/** A 9-digit Norwegian organisation number with its check digit, from a serial of up to seven digits. */
export function organisationNumber(serial: number): string {
  const digits = `9${String(serial % 10_000_000).padStart(7, '0')}`;
  let sum = 0;
  for (const [place, weight] of ORGANISATION_WEIGHTS.entries()) sum += Number(digits[place]) * weight;
  const check = (11 - (sum % 11)) % 11;
  // The register gives out no number whose check digit would be 10.
  return check === 10 ? organisationNumber(serial + 1) : `${digits}${check}`;
}

const AREA_CODES: Readonly<Record<string, string>> = {
  '0': '22',
  '1': '69',
  '2': '62',
  '3': '33',
  '4': '51',
  '5': '55',
  '6': '70',
  '7': '73',
  '8': '75',
  '9': '77',
};

/** An eight-digit telephone number of the area a postal code lies in. */
export function telephoneNumber(postalCode: string, serial: number): string {
  const rest = String(serial % 1_000_000).padStart(6, '0');
  const area = AREA_CODES[postalCode.charAt(0)] ?? '22';
  return `${area} ${rest.slice(0, 2)} ${rest.slice(2, 4)} ${rest.slice(4)}`;
}
