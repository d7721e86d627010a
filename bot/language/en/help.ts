/** What can be typed behind each command. */
export const help = () => ({
  stock: [
    '`/stock 1101 90210` – the stock of these products; names work too: `/stock fjord pale ale`',
    '`/stock 1101 last week` – the stock of a product day by day, as far as it is stored',
    '`/stock mine` – your products at a glance',
    '`/stock out` – your products that are out of stock',
    '`/stock low 7` – your products with stock for less than seven days',
    '`/stock over 30` – your products with stock for more than 30 days, and those that do not sell',
    '`/stock changes` – what is different from the day before',
    '`/stock low gin`, `/stock out group:cider`, `/stock changes 1101 90210` – the same for these products only',
    '`all` behind it takes every product of the chain: `/stock all`, `/stock out all`',
    '`/stock` alone opens a form; Norwegian words work as well: `/stock utsolgt`, `/stock lav 7`',
  ].join('\n'),
  sales: [
    '`/sales yesterday`, `/sales 2026-11-03`, `/sales monday`, `/sales i går` – one day',
    '`/sales last week`, `/sales 2026-11-01..2026-11-07`, `/sales siste 30 dager`, `/sales uke 46`, `/sales oktober i fjor`, `/sales påske` – a period; a date without a year is the latest one. `last 30 days` ends with the latest sales; `last 4 weeks` and `last 3 months` are whole ones that are over',
    '`product:1101`, `store:143` and `group:gin,cider` narrow it, with a name as well: `store:"oslo torggata"`; several are summed, with a row for each. `without bergen` leaves out',
    '`by:product`, `by:group`, `by:store`, `by:day`, `by:week`, `by:month`, `by:weekday` group it, two at a time too (`by:store by:week`); `top 10` shows the largest, `bottom 5` the smallest; `share` adds the part of the total',
    '`/sales compare last week` – beside the week before; `compare last week with week 40` beside another one',
    '`/sales returns last week` – what was brought back',
    '`/sales` alone opens a form',
  ].join('\n'),
  stores: [
    '`/stores oslo` – stores with that in their name or city',
    '`/stores 143` – one store with address and hours',
    '`/stores open now` – those that are open at this moment; `/stores open now oslo` – those of them in Oslo; also `open today`, `open at 18`, `open sunday`, `open 24 december`, and of one store `143 open friday`',
    '`/stores near 59.91,10.75`, `/stores near oslo` – the nearest first, also with `open now`',
    '`/stores` alone opens a form',
  ].join('\n'),
  /** The times at which the service has new stock and new sales. */
  digest: (stockComes: string, salesCome: string) =>
    [
      '`/digest subscribe` – the stock digest comes in this channel every day; said again with other words it is changed',
      '`/digest subscribe #channel at 08:30 weekdays` – where and when; also `mon,wed,fri`',
      `The stock of the day comes about ${stockComes}, the sales of the day before about ${salesCome}; an earlier hour has those of a day earlier`,
      '`/digest subscribe products:1101,90210` – of which products: numbers or names, `group:"Craft beer"`, `mine` or `all`',
      '`/digest subscribe sales` – the sales since the last digest, by product and store; `sales` goes with every line below too',
      '`/digest unsubscribe`, `/digest pause until 1 december`, `/digest pause both until friday`, `/digest resume`',
      '`/digest preview` – what it would look like now, for you alone',
      '`/digest now` – post it at once; the daily one comes all the same',
      '`/digest list`, `/digest status`, `/digest history` – which digests there are, when they come, how they went',
    ].join('\n'),
});
