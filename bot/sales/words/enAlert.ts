import type { Crossed } from '../../alerts/subject.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { quoted } from '../../text/normalize.ts';

/** The sentences of `/sales alert`. Changes are in per cent, with their sign; `percent` is the line. */
export const alert = (format: Formatter) => {
  const { percentChange, units } = format;
  const whole = (percent: number) => `${units(Math.abs(percent))}%`;
  const line = (percent: number) => `${percent < 0 ? '−' : '+'}${whole(percent)}`;
  return {
    rule: (subject: string, percent: number) =>
      `${subject} ${percent < 0 ? 'down' : 'up'} ${whole(percent)} week on week`,
    figure: percentChange,
    distance: (points: number, isBeyond: boolean) =>
      `${format.tenths(points)} percentage points ${isBeyond ? 'beyond' : 'from'} the line`,
    crossed: (subject: string, { figure, before, openDays }: Crossed, percent: number) =>
      `*${subject}*: ${format.percent(Math.abs(figure))} ${figure < 0 ? 'fewer' : 'more'} units ${openDays ? `per open day (${openDays[0]}, previously ${openDays[1]}) ` : ''}than the week before. The line is ${line(percent)} (before: ${percentChange(before)})`,
    heading: (day: string) => `Sales alerts for ${format.day(day)}`,
    formTitle: 'Sales alert',
    homeButton: 'Set a sales alert',
    form: {
      direction: 'Post when sales',
      fall: 'Fall',
      rise: 'Rise',
      percent: 'By per cent',
      percentHint: 'Units in the last seven days, compared with the seven days before; per open day.',
    },
    help: [
      '`/sales alert torggata -30% week on week` – post here when 30% fewer units are sold in seven days than in the seven days before',
      '`/sales alert +50%` – when sales of all your products rise',
      '`/sales alert me gin down 30%` – post to you instead of the channel',
      '`/sales alerts` – list, mute and remove alerts',
    ].join('\n'),
    mistakes: {
      noChange: () => 'Add a change, for example "-30%" or "+50%".',
      ofUnits:
        'Sales alerts take a change in per cent, for example "-30%". For units in stock, use "/stock alert 1101 below 100".',
      unsigned: (typed: string) => `${quoted(typed)} needs a sign: - when sales fall, + when they rise.`,
      wrong: (typed: string, mostFall: number, mostRise: number) =>
        `An alert can't have the change ${quoted(typed)}. Type a whole number: up to -${mostFall}% or +${units(mostRise)}%.`,
      otherDays: (typed: string) =>
        `An alert compares the last seven days with the seven days before. Leave out ${quoted(typed)}.`,
      grouped: 'An alert adds up what you choose. Leave out the grouping.',
    },
  };
};
