import type { Formatter } from '../../language/formatter.ts';
import { quoted } from '../../language/nb/words.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import type { AlertWords } from './enAlerts.ts';

const unpostedFixes: ReadonlyMap<string, string> = new Map([
  ['not_in_channel', 'Appen er ikke i kanalen. Inviter den med `/invite`.'],
  [
    'channel_not_found',
    'Appen finner ikke kanalen. Hvis kanalen fortsatt finnes, kan du invitere appen med `/invite`.',
  ],
  [
    'is_archived',
    'Kanalen er arkivert. Hent den fram fra arkivet, eller sett opp varselet i en annen kanal.',
  ],
  [
    'shared_channel',
    'Kanalen er delt med en annen organisasjon. Slutt å dele den, eller sett opp varselet i en annen kanal.',
  ],
]);

function fixOf(code: string): string {
  return (
    unpostedFixes.get(code) ??
    `Slack lar ikke appen skrive i kanalen (${escapeMrkdwn(code)}). Endre det i innstillingene for kanalen.`
  );
}

export const norwegian = ({ counted, day }: Formatter): AlertWords => {
  const alerts = (count: number) => counted(count, 'varsel', 'varsler');
  return {
    set: (rule, where, channel, command, { isUnchanged, owner }) => {
      const place = { here: 'Denne kanalen', me: 'Appen', there: channel }[where];
      const set =
        owner === undefined
          ? `Varselet er ${isUnchanged ? 'allerede ' : ''}satt opp`
          : `${place} har allerede dette varselet, satt opp av <@${owner}>`;
      const posts = { here: 'i denne kanalen', me: 'til deg', there: `i ${channel}` }[where];
      const list = {
        here: `\`/${command} varsler\` viser varslene`,
        me: 'Hjem-fanen i appen viser varslene dine',
        there: `\`/${command} varsler\` viser varslene der`,
      }[where];
      return `${set}: ${rule}. Appen sender ${posts} når grensen krysses. ${list}.`;
    },
    resumed: 'Varselet sto på pause. Det begynner på nytt med de nyeste tallene.',
    noLongerMuted: 'Det er ikke lenger dempet.',
    itemWith: (item, figure) => `${item} (${figure})`,
    already: (items) => `Allerede forbi grensen: ${items}. Appen sender neste gang grensen krysses.`,
    noFigures: 'De nyeste tallene dekker ikke dette varselet. Det venter til de gjør det.',
    unposted: (code) => `:warning: Varselet er lagret, men kan ikke sendes ennå. ${fixOf(code)}`,
    notPosted: (channel, code) =>
      `:warning: Appen kunne ikke sende varslene dine i ${channel}. ${fixOf(code)}`,
    lookBack: {
      ask: 'Hvor ofte ville det blitt sendt?',
      none: (from) => `Det ville ikke ha sendt noe siden ${day(from)}.`,
      posts: (count, from, days, last) =>
        `Det ville ha sendt ${counted(count, 'gang', 'ganger')} siden ${day(from)}: ${days.replace(/\.$/, '')}. Sist: ${last}.`,
      often: 'Det er mer enn én gang i uken.',
      instead: (line) => `Omtrent månedlig: ${line}`,
    },
    limits: {
      place: (most, command) =>
        `Du kan ha opptil ${alerts(most)} her. Fjern et med \`/${command} varsler\` først.`,
      owner: (most, command) =>
        `Du kan sette opp opptil ${alerts(most)}. Fjern et med \`/${command} varsler\` først.`,
      all: (most) => `Appen kan ha opptil ${alerts(most)} til sammen. Be noen om å fjerne et.`,
    },
    moreAlerts: (left) => `Og ${alerts(left)} til.`,
    unseen: (count) => `${alerts(count)} gjelder data du ikke har tilgang til.`,
    listed: (owner, where, date) =>
      `Satt opp av <@${owner}>${where === undefined ? '' : ` for ${where}`} · ${date === undefined ? 'aldri sendt' : `sist sendt for ${day(date)}`}`,
    beyond: (items) => `Forbi grensen nå: ${items}`,
    waiting: (items, figure) => `Må nå ${figure} før appen kan sende igjen: ${items}`,
    nearest: (item) => `Nærmest grensen: ${item}`,
    manyBeyond: (count) => `${count} har passert grensen`,
    muted: (end) => `Dempet til ${end}`,
    paused: (owner) => `På pause: <@${owner}> har ikke lenger tilgang til det her`,
    buttons: {
      why: 'Vis tallene',
      mute: 'Demp i en uke',
      unmute: 'Opphev demping',
      change: 'Endre',
      remove: 'Fjern',
      resume: 'Fortsett',
      details: 'Detaljer',
    },
    done: {
      mute: (rule) => `Dempet i en uke: ${rule}.`,
      unmute: (rule) => `Ikke lenger dempet: ${rule}.`,
      remove: (rule) => `Fjernet: ${rule}.`,
    },
    notPaused: (rule) => `Varselet er ikke på pause: ${rule}.`,
    gone: (command) => `Varselet finnes ikke her. \`/${command} varsler\` viser varslene på et sted.`,
    more: (left) => `og ${left} til`,
    mistakes: {
      noNumber: (word) => `Legg til et tall etter ${quoted(word)}, for eksempel 100.`,
      noSign: (typed) => `${quoted(typed)} trenger et fortegn: - når salget faller, + når det stiger.`,
      twoLines: 'Et varsel har én grense. Sett opp ett varsel for hver.',
      grouped:
        'Et varsel har ett tall for hver vare, butikk eller gruppe, eller summen. Utelat de andre radene.',
      clearNumber: 'Fjern tallet, eller velg et annet vilkår.',
    },
    foot: (command) => `\`/${command} varsler\` viser varslene her.`,
    ownerLost: (rule, owner) =>
      `Et varsel er satt på pause: ${rule}. <@${owner}>, som satte det opp, har ikke lenger tilgang til det her. En annen kan fortsette det: Sett opp det samme varselet, eller velg *Fortsett* i listen over varsler.`,
    channelLost: (rule, channel) =>
      `Varselet ditt er satt på pause: ${rule}. Appen er ikke lenger i ${channel}. Inviter den med \`/invite\`, og velg *Fortsett* i Hjem-fanen i appen.`,
    ownerUnseen: (rule, owner) =>
      `Et varsel er satt på pause: ${rule}. Slack har ikke vist appen <@${owner}>, som satte det opp, på et døgn. En annen kan fortsette det: Sett opp det samme varselet, eller velg *Fortsett* i listen over varsler.`,
    menu: 'Varsle meg …',
  };
};
