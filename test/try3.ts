import { parseSales } from '../bot/parser/sales.ts';
import { parseStock } from '../bot/parser/stock.ts';
import { parseStores } from '../bot/parser/stores.ts';
import { parseDigest } from '../bot/parser/digest.ts';
import { formatCommand } from '../bot/parser/formatCommand.ts';
import { ParseError } from '../bot/parser/parseError.ts';
import { readingAt, PRODUCTS, STORES } from './support/bot/parser/reading.ts';
import { buildNameIndex } from '../bot/products/nameIndex.ts';
import { createProductNames } from '../bot/products/productNames.ts';
const r0 = await readingAt();
const products = await createProductNames([...PRODUCTS, { id: '501', name: 'Fjordland' }, { id: '502', name: 'Oktoberfest' }, { id: '503', name: 'Maipo' }, { id: '504', name: 'Junipero' }, { id: '505', name: 'Fredagspils' },{id:'601',name:'Måke Gin'},{id:'602',name:'Nord Gin'}].map((e) => ({ group: /Gin/.test(e.name) ? 'Gin' : '', ...e })));
const reading = { ...r0, groups: products, vocabulary: { products, stores: await buildNameIndex([...STORES, { id: '9', name: 'Ålesund' }]) } };
for (const t of process.argv.slice(2)) {
  const [c, ...rest] = t.split(' ');
  const text = rest.join(' ');
  try {
    if (c === 'digest') console.log(t, '=>', JSON.stringify(parseDigest(text, reading)));
    else console.log(t, '=>', formatCommand(c === 'sales' ? parseSales(text, reading) : c === 'stock' ? parseStock(text, reading) : parseStores(text)));
  } catch (e) { if (e instanceof ParseError) console.log(t, '!!', e.message, '|', e.corrected, '|', e.others.join(' ; ')); else console.log(t, e); }
}
