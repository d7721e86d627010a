import type { Formatter } from '../../language/formatter.ts';
import { quoted } from '../../language/nb/words.ts';
import type { SalesWords } from './en.ts';

export const alert = (format: Formatter): SalesWords['alert'] => {
  const { percentChange, units } = format;
  const whole = (percent: number) => `${units(Math.abs(percent))}\u00a0%`;
  const line = (percent: number) => `${percent < 0 ? '−' : '+'}${whole(percent)}`;
  return {
    rule: (subject, percent) => `${subject} ${percent < 0 ? 'ned' : 'opp'} ${whole(percent)} uke mot uke`,
    figure: percentChange,
    distance: (points, isBeyond) =>
      `${format.tenths(points)} prosentpoeng ${isBeyond ? 'forbi' : 'fra'} grensen`,
    crossed: (subject, { figure, before, openDays }, percent) =>
      `*${subject}*: ${format.percent(Math.abs(figure))} ${figure < 0 ? 'færre' : 'flere'} enheter ${openDays ? `per åpningsdag (${openDays[0]}, tidligere ${openDays[1]}) ` : ''}enn uken før. Grensen er ${line(percent)} (før: ${percentChange(before)})`,
    heading: (day) => `Salgsvarsler for ${format.day(day)}`,
    formTitle: 'Salgsvarsel',
    homeButton: 'Sett opp salgsvarsel',
    form: {
      direction: 'Send når salget',
      fall: 'Faller',
      rise: 'Stiger',
      percent: 'Med prosent',
      percentHint: 'Enheter de siste sju dagene, sammenlignet med de sju dagene før; per åpningsdag.',
    },
    help: [
      '`/sales varsle torggata -30 % uke mot uke` – send hit når det selges 30 % færre enheter på sju dager enn de sju dagene før',
      '`/sales varsle +50 %` – når salget av alle varene dine stiger',
      '`/sales varsle meg gin ned 30 %` – send til deg i stedet for kanalen',
      '`/sales varsler` – vis, demp og fjern varsler',
    ].join('\n'),
    mistakes: {
      noChange: () => 'Legg til en endring, for eksempel «-30 %» eller «+50 %».',
      ofUnits:
        'Salgsvarsler trenger en endring i prosent, for eksempel «-30 %». For enheter på lager kan du bruke «/stock varsle 1101 under 100».',
      unsigned: (typed) => `${quoted(typed)} trenger et fortegn: - når salget faller, + når det stiger.`,
      wrong: (typed, mostFall, mostRise) =>
        `Et varsel kan ikke ha endringen ${quoted(typed)}. Skriv et helt tall: opptil -${mostFall} % eller +${units(mostRise)} %.`,
      otherDays: (typed) =>
        `Et varsel sammenligner de siste sju dagene med de sju dagene før. Utelat ${quoted(typed)}.`,
      grouped: 'Et varsel legger sammen det du velger. Utelat grupperingen.',
    },
  };
};
