import { pick } from './random.ts';

/** id, name, street, postal code, city, latitude, longitude. */
export type Place = readonly [string, string, string, string, string, number, number];

/** The written list of stores; ids differ in length and some begin with a zero. */
export const PLACES: readonly Place[] = [
  ['0101', 'Oslo Torggata', 'Torggata 14', '0181', 'Oslo', 59.9152, 10.7519],
  ['143', 'Ålesund Sentrum', 'Kongens gate 19', '6002', 'Ålesund', 62.4722, 6.1549],
  ['1027', 'Tromsø Jekta', 'Karlsøyvegen 12', '9015', 'Tromsø', 69.6733, 18.9601],
  ['207', 'Bodø Glasshuset', 'Storgata 5', '8006', 'Bodø', 67.2827, 14.3751],
  ['0312', 'Lillestrøm', 'Torvet 6', '2000', 'Lillestrøm', 59.9559, 11.0503],
  ['118', 'Hønefoss', 'Stabells gate 10', '3510', 'Hønefoss', 60.1682, 10.2565],
  ['1203', 'Røros', 'Bergmannsgata 21', '7374', 'Røros', 62.5747, 11.3842],
  ['0094', 'Ås', 'Raveien 9', '1430', 'Ås', 59.6649, 10.7927],
  ['1310', 'Førde', 'Hafstadvegen 48', '6800', 'Førde', 61.4522, 5.8572],
  ['251', 'Østerås', 'Eiksveien 110', '1359', 'Eiksmarka', 59.9397, 10.6084],
  ['0166', 'Bærum Sandvika', 'Brodtkorbs gate 7', '1338', 'Sandvika', 59.8904, 10.5217],
  ['1045', 'Narvik Amfi', 'Bolagsgata 1', '8514', 'Narvik', 68.4385, 17.4272],
  ['302', 'Bergen Strandgaten', 'Strandgaten 59', '5004', 'Bergen', 60.3953, 5.3197],
  ['1118', 'Trondheim Solsiden', 'Beddingen 10', '7042', 'Trondheim', 63.4347, 10.4126],
  ['329', 'Stavanger Øst', 'Pedersgata 41', '4013', 'Stavanger', 58.9711, 5.7449],
  ['0405', 'Kristiansand Markens', 'Markens gate 23', '4611', 'Kristiansand', 58.1467, 7.9956],
  ['417', 'Drammen Strømsø', 'Tollbugata 52', '3044', 'Drammen', 59.7402, 10.2045],
  ['1442', 'Hamar Østre Torg', 'Torggata 71', '2317', 'Hamar', 60.7957, 11.0682],
  ['438', 'Tønsberg Brygge', 'Nedre Langgate 32', '3126', 'Tønsberg', 59.2671, 10.4076],
  ['1509', 'Mosjøen', 'C. M. Havigs gate 3', '8656', 'Mosjøen', 65.8369, 13.1908],
  ['0522', 'Fredrikstad Værste', 'Stortorvet 2', '1607', 'Fredrikstad', 59.2102, 10.9391],
  ['533', 'Gjøvik', 'Hunnsvegen 5', '2821', 'Gjøvik', 60.7954, 10.6917],
  ['1604', 'Harstad Kanebogen', 'Skolevegen 24', '9411', 'Harstad', 68.7756, 16.5623],
  ['561', 'Haugesund Øvregaten', 'Øvregaten 155', '5527', 'Haugesund', 59.4136, 5.2681],
  ['1711', 'Alta Bossekop', 'Markveien 6', '9510', 'Alta', 69.9667, 23.2422],
  ['0588', 'Moss Amfi', 'Dronningens gate 18', '1530', 'Moss', 59.4342, 10.6577],
  ['602', 'Sandefjord Hvaltorvet', 'Thor Dahls gate 1', '3210', 'Sandefjord', 59.1312, 10.2241],
  ['1819', 'Kirkenes', 'Dr. Wessels gate 11', '9900', 'Kirkenes', 69.7269, 30.0451],
  ['634', 'Molde Storgata', 'Storgata 33', '6413', 'Molde', 62.7374, 7.1602],
  ['1902', 'Steinkjer', 'Kongens gate 40', '7713', 'Steinkjer', 64.0149, 11.4954],
  ['0677', 'Voss', 'Vangsgata 22', '5700', 'Voss', 60.6289, 6.4144],
  ['701', 'Elverum', 'Storgata 16', '2408', 'Elverum', 60.8817, 11.5646],
  ['1938', 'Sørlandsparken', 'Barstølveien 31', '4636', 'Kristiansand', 58.1831, 8.1349],
  ['745', 'Notodden', 'Storgata 44', '3674', 'Notodden', 59.5599, 9.2585],
  ['1977', 'Brønnøysund', 'Sømnaveien 92', '8900', 'Brønnøysund', 65.4745, 12.2117],
  ['0812', 'Nesodden Tangen', 'Kongleveien 4', '1450', 'Nesoddtangen', 59.8571, 10.6559],
];

const FIRST_SYLLABLES = 'Nord Sør Øst Vest Lille Stor Bjørk Fure Gran Ås Hø Sæ'.split(' ');
const LAST_SYLLABLES = 'vik dal nes fjord øya strand moen bygda haugen lia sjøen'.split(' ');
const STREETS = 'Storgata,Kirkegata,Strandveien,Skolegata,Stasjonsveien,Fjordgata,Øvre gate'.split(',');

/** The store after the written list at the given index from 0; no id of it is a number of the list. */
export function furtherPlace(index: number): Place {
  const first = pick(FIRST_SYLLABLES, index);
  const last = pick(LAST_SYLLABLES, Math.floor(index / FIRST_SYLLABLES.length));
  const round = Math.floor(index / (FIRST_SYLLABLES.length * LAST_SYLLABLES.length));
  const city = `${first}${last}`;
  const name = round === 0 ? city : `${city} ${round + 1}`;
  const street = `${pick(STREETS, index)} ${1 + (index % 97)}`;
  const postalCode = String(1100 + ((index * 37) % 8800)).padStart(4, '0');
  const latitude = 58 + ((index * 7919) % 120_000) / 10_000;
  const longitude = 5 + ((index * 6101) % 60_000) / 10_000;
  return [String(2003 + index * 3), name, street, postalCode, city, latitude, longitude];
}
