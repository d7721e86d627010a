import { between, byNumber, pick, random } from './random.ts';

/** A product and what its sales and stock follow from. */
export interface Product {
  /** As it is printed; a filter finds it by its number. */
  readonly id: string;
  readonly number: number;
  /** True for this supplier's products, the only ones daily sales speak of. */
  readonly own: boolean;
  readonly unitMillilitres: number;
  readonly vendorId: number;
  readonly wholesalerId: number;
  /** steady: lasts the week; sellsOut: gone two open days after its delivery; scarce: a handful of units in the chain. */
  readonly supply: 'steady' | 'sellsOut' | 'scarce';
  /** How many of a thousand store and day pairs sell it. */
  readonly reach: number;
  /** About how many units such a pair sells. */
  readonly popularity: number;
  /** 0 for Monday to 4 for Friday. */
  readonly deliveryWeekday: number;
}

/** Each own product has one of these vendors and one of these wholesalers; unknown ones match nothing. */
export const VENDOR_IDS = [501, 502, 517, 530] as const;
export const WHOLESALER_IDS = [21, 22, 35] as const;

/** Sizes that fit seven types in turn: pale ale, pilsner, riesling, cider, gin, rioja, aquavit. */
const UNIT_MILLILITRES = [
  [330, 500, 750, 330, 700, 750, 700],
  [500, 330, 3000, 500, 500, 1500, 500],
  [440, 500, 187, 750, 350, 3000, 35],
].flat();

/** `ownCount` own products, and as many of other suppliers, in service order. */
export function createProducts(ownCount: number, seed: number): readonly Product[] {
  const made = Array.from({ length: ownCount * 2 }, (_, index) =>
    createProduct(index, index < ownCount, seed),
  );
  const places = { own: 0, other: 0 };
  // The size goes by the place in the list, own products and others apart: they are named in that order.
  return byNumber(made).map((product) => {
    const place = places[product.own ? 'own' : 'other']++;
    return { ...product, unitMillilitres: pick(UNIT_MILLILITRES, place) };
  });
}

function createProduct(index: number, own: boolean, seed: number) {
  const id = productId(index);
  const number = Number(id);
  const supply = supplyOf(index);
  return {
    id,
    number,
    own,
    vendorId: pick(VENDOR_IDS, random(number, 11)),
    wholesalerId: pick(WHOLESALER_IDS, random(number, 12)),
    supply,
    reach: supply === 'scarce' ? 20 : between(random(seed, number, 13), 420, 700),
    popularity: supply === 'scarce' ? 1 : between(random(seed, number, 14), 2, 12),
    // By index and not by chance: those that sell out are spread over the week, so some are always gone.
    deliveryWeekday: Math.floor(index / 7) % 5,
  };
}

function supplyOf(index: number): Product['supply'] {
  if (index % 7 === 3) return 'sellsOut';
  return index % 24 === 6 ? 'scarce' : 'steady';
}

const FIRST_IDS = ['1101', '90210', '00345', '4711'];

/** Ids of four to eight digits, a quarter of them with leading zeros; the ranges of numbers do not meet. */
function productId(index: number): string {
  const first = FIRST_IDS[index];
  if (first !== undefined) return first;
  const step = Math.floor(index / 4);
  switch (index % 4) {
    case 0:
      return String(10_001 + 3 * step);
    case 1:
      return String(step < 5000 ? 5000 + step : 400_000 + step);
    case 2:
      return String(1_000_000 + 17 * step);
    default:
      return step < 600 ? String(400 + step).padStart(5, '0') : String(300_000 + step).padStart(8, '0');
  }
}
