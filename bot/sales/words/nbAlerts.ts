import type { Formatter } from '../../language/formatter.ts';
import { quoted } from '../../language/nb/words.ts';
import type { SalesAlertWords } from './enAlerts.ts';

export const norwegian = (format: Formatter): SalesAlertWords => {
  const { percentChange, units } = format;
  const percent = (figure: number) => `${units(Math.abs(figure))}\u00a0%`;
  const litres = (figure: number) => `${format.litres(Math.round(figure * 1000))} l`;
  const side = (by: number) => (by < 0 ? 'under' : 'over');
  return {
    by: { product: ' per vare', store: ' per butikk', group: ' per varegruppe' },
    change: {
      form: { below: 'faller med prosent', above: 'stiger med prosent' },
      rule: (subject, { is, line, days }) =>
        `${subject} ${is === 'below' ? 'ned' : 'opp'} ${percent(line)} ${days === undefined ? 'uke mot uke' : `(${days})`}`,
      figure: percentChange,
      distance: (by) => `${format.tenths(Math.abs(by))} prosentpoeng ${side(by)} grensen`,
      crossed(name, { figure, before, openDays }, { line, days }) {
        const perDay = openDays ? `per åpningsdag (${openDays.now}, tidligere ${openDays.before}) ` : '';
        const than = days === undefined ? 'uken før' : 'før';
        const at = `${line < 0 ? '−' : '+'}${percent(line)}`;
        return `*${name}*: ${format.percent(Math.abs(figure))} ${figure < 0 ? 'færre' : 'flere'} enheter ${perDay}enn ${than}. Grensen er ${at} (før: ${percentChange(before)})`;
      },
      wrong: (typed, most) =>
        `Et varsel kan ikke ha endringen ${quoted(`${typed} %`)}. Skriv et helt tall: opptil -${most.below} % eller +${units(most.above)} %.`,
    },
    litres: {
      form: { below: 'er færre liter enn', above: 'er flere liter enn' },
      rule: (subject, { is, line, days }) =>
        `${subject} ${side(is === 'below' ? -1 : 1)} ${litres(line)} ${days === undefined ? 'på sju dager' : `(${days})`}`,
      figure: litres,
      distance: (by) => `${litres(Math.abs(by))} ${side(by)} grensen`,
      crossed: (name, { figure, before }, { is, line }) =>
        `*${name}*: ${litres(figure)}, ${is === 'below' ? 'mindre' : 'mer'} enn ${litres(line)} (før: ${litres(before)})`,
      wrong: (typed, most) =>
        `${quoted(typed)} er ikke et antall liter. Skriv et tall fra 1 til ${units(most.below)}.`,
    },
    heading: (day) => `Salgsvarsler for ${format.day(day)}`,
    formTitle: 'Salgsvarsel',
    homeButton: 'Sett opp salgsvarsel',
    form: {
      when: 'Send når salget',
      line: 'Antall',
      lineHint: 'For de siste sju dagene. En endring er i enheter, mot de sju dagene før, per åpningsdag.',
      product: { label: 'Bare disse varene' },
      store: { label: 'Bare disse butikkene' },
    },
    mistakes: {
      noLine: 'Legg til en endring, for eksempel «-30 %» eller «+50 %».',
      elsewhere:
        'Salgsvarsler trenger en endring i prosent eller et antall liter, for eksempel «-30 %». For enheter på lager kan du bruke «/stock 1101 når under 100».',
      otherDays: (typed) => `Et varsel kan ikke ha ${quoted(typed)}. Utelat det.`,
      fixedDays: (typed) =>
        `${quoted(typed)} endrer seg aldri. Utelat det, eller velg dager som «forrige måned».`,
    },
  };
};
