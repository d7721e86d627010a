import { readFileSync } from 'node:fs';
import { createCalendar } from 'retail-data-client';
import { readPeriod } from '../bot/parser/dates/scan.ts';
import { dateContextOf } from '../bot/parser/dates/period.ts';
import { normalize } from '../bot/parser/normalize.ts';
const c = dateContextOf(createCalendar(), Date.parse('2026-11-20T11:00:00Z'));
const src = readFileSync('test/unit/bot/parser/days.test.ts', 'utf8');
const body = src.slice(src.indexOf('= {', src.indexOf('const MEANT')) + 2, src.indexOf('};') + 1);
const MEANT = new Function(`return ${body}`)();
let bad = 0;
for (const [days, texts] of Object.entries(MEANT)) for (const t of texts as string[]) {
  let got; try { const d = readPeriod(normalize(t), c); got = d === undefined ? 'none' : d.from === d.to ? d.from : `${d.from}..${d.to}`; } catch (e) { got = String(e); }
  if (got !== days) { bad++; console.log(t, '->', got, 'not', days); }
}
console.log({ bad });
for (const t of ['oktober i fjor','uke 46 i fjor','i mai','i juni','på fredag','i fjor','2025','uke 53','uke 53 2025','uke 53 i fjor','mandag uke 46','so far this year','hittil i år','same month last year','last 3 months','last 12 months','3 mnd','siste måned','siste 12 måneder','Week 47 (16 Nov – 19 Nov 2026)','Uke 46 (9. nov. – 15. nov. 2026)','fre. 13. nov. 2026','Thu 19 Nov 2026','Mon 9 Nov 2026 – Sun 15 Nov 2026','uke 45-46','fredag 13.11','mandag 17. november','this year to date','2 months ago','quarter before last','last 500 months','lastweek','the 3rd','den 31.','1/11-15/11','28/10 til 7/11','Q3-2026','u46','13-11-2026', 'maipo','i fjord','oktoberfest'])
 { let got; try { const d = readPeriod(normalize(t), c); got = d === undefined ? 'none' : `${d.from}..${d.to}`; } catch (e) { got = String(e); } console.log(t, '=>', got); }
