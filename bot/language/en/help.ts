/** What can be typed after each command. */
export const help = () => ({
  /** The times at which the service has new stock and new sales. */
  digest: (stockComes: string, salesCome: string) =>
    [
      '`/digest subscribe` – get the stock digest in this channel every day; run it again with other options to change it',
      '`/digest subscribe #channel at 08:30 weekdays` – choose channel, time and days; also `mon,wed,fri`',
      `Today's stock arrives at about ${stockComes}, yesterday's sales at about ${salesCome}. A digest before that shows the previous day`,
      '`/digest subscribe products:1101,90210` – choose products: numbers or names, `group:"Craft beer"`, `mine` or `all`',
      '`/digest subscribe sales` – get the sales since the last digest, by product and store; `sales` works with every line below too',
      '`/digest pause until 1 december`, `/digest pause both until friday`, `/digest resume`, `/digest unsubscribe`',
      '`/digest preview` – see how it looks now; only you see it',
      "`/digest now` – post it now; the scheduled digest isn't affected",
      '`/digest list`, `/digest status`, `/digest history` – the digests you can change, their settings, and how the last ones went',
      'Norwegian words work too: `/digest abonner`, `/digest avslutt`',
    ].join('\n'),
});
