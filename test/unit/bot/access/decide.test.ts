import { describe, expect, test } from 'vitest';
import { type Decision, decide, mayShare } from '../../../../bot/access/decide.ts';
import type { Person, Place } from '../../../../bot/access/person.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { type AccessPolicy, DEFAULT_POLICY, type Holders } from '../../../../bot/settings/accessPolicy.ts';
import { CAPABILITIES } from '../../../../bot/settings/capability.ts';

const HERE = 'T0HERE';
const MEMBER: Person = {
  userId: 'U0KARI',
  teamIds: [HERE],
  standing: 'member',
  groupIds: [],
  locale: undefined,
};
const CHANNEL: Place = { kind: 'channel', channelId: 'C0STOCK', shared: false };
const SHARED: Place = { kind: 'channel', channelId: 'C0SHARED', shared: true };
const ALONE: Place = { kind: 'alone' };

function holders(ids: Partial<Exclude<Holders, 'members'>>): Holders {
  return { users: [], groups: [], channels: [], ...ids };
}

function policyWith(fields: Partial<AccessPolicy>): AccessPolicy {
  return { ...DEFAULT_POLICY, teams: [HERE], ...fields };
}

function salesFor(listed: Holders, fields: Partial<AccessPolicy> = {}): AccessPolicy {
  return policyWith({ ...fields, holders: { ...DEFAULT_POLICY.holders, view_sales: listed } });
}

/** A decision with its sentence as an English reader reads it. */
function inEnglish(decision: Decision) {
  return decision.allowed ? decision : { ...decision, sentence: decision.sentence(languageFor('en').t) };
}

describe('with nothing set', () => {
  const policy = policyWith({});

  test.each(['view_stock', 'view_sales', 'manage_digests', 'member'] as const)(
    'a full member has %s, in a channel and alone',
    (needs) => {
      expect(decide({ person: MEMBER, place: CHANNEL }, needs, policy)).toEqual({ allowed: true });
      expect(decide({ person: MEMBER, place: ALONE }, needs, policy)).toEqual({ allowed: true });
    },
  );

  test('nobody is an admin', () => {
    expect(inEnglish(decide({ person: MEMBER, place: ALONE }, 'admin', policy))).toMatchObject({
      allowed: false,
      reason: 'capability_missing',
      sentence: 'You are not allowed to administer this app here. Ask whoever runs this app here.',
    });
  });

  test.each([
    ['a guest', { standing: 'guest' }, 'guest'],
    ['a stranger', { standing: 'stranger' }, 'external'],
    ['somebody of another team', { teamIds: ['T0OTHER'] }, 'other_team'],
    ['somebody of no known team', { teamIds: [] }, 'other_team'],
    ['a bot', { standing: 'bot' }, 'not_a_person'],
    ['a deactivated account', { standing: 'gone' }, 'not_a_person'],
  ] as const)('%s gets nothing, not even help', (_, fields, reason) => {
    const person: Person = { ...MEMBER, ...fields };
    for (const needs of [...CAPABILITIES, 'member'] as const) {
      for (const place of [CHANNEL, ALONE]) {
        expect(decide({ person, place }, needs, policy)).toMatchObject({ allowed: false, reason });
      }
    }
  });

  test('nobody is answered in a channel that another organisation reads', () => {
    const decision = decide({ person: MEMBER, place: SHARED }, 'view_sales', policy);
    expect(decision).toMatchObject({ allowed: false, reason: 'shared_channel' });
  });
});

describe('a capability that is listed', () => {
  test('is had by the user, the group and whoever asks from the channel, and by nobody else', () => {
    const policy = salesFor(holders({ users: ['U0OLA'], groups: ['S0SALES'], channels: ['C0STOCK'] }));
    const may = (person: Partial<Person>, place: Place) =>
      decide({ person: { ...MEMBER, ...person }, place }, 'view_sales', policy).allowed;
    expect(may({}, ALONE)).toBe(false);
    expect(may({ userId: 'U0OLA' }, ALONE)).toBe(true);
    expect(may({ groupIds: ['S0SALES'] }, ALONE)).toBe(true);
    expect(may({ groupIds: ['S0OTHER'] }, ALONE)).toBe(false);
    expect(may({}, CHANNEL)).toBe(true);
    expect(may({}, { kind: 'channel', channelId: 'C0OTHER', shared: false })).toBe(false);
  });

  test('names whom to ask when it is missing', () => {
    const policy = policyWith({
      holders: {
        ...DEFAULT_POLICY.holders,
        view_sales: holders({}),
        admin: holders({ users: ['U0ADMIN'], groups: ['S0ADMINS'] }),
      },
    });
    expect(inEnglish(decide({ person: MEMBER, place: CHANNEL }, 'view_sales', policy))).toMatchObject({
      sentence:
        'You are not allowed to see sales here. Ask <@U0ADMIN> or <!subteam^S0ADMINS>, who can change that.',
    });
  });

  test('comes with being an admin', () => {
    const policy = policyWith({
      holders: {
        view_stock: holders({}),
        view_sales: holders({}),
        manage_digests: holders({}),
        admin: holders({ users: [MEMBER.userId] }),
      },
    });
    for (const needs of CAPABILITIES) {
      expect(decide({ person: MEMBER, place: CHANNEL }, needs, policy).allowed, needs).toBe(true);
    }
  });
});

describe('guests and people from outside', () => {
  const guest: Person = { ...MEMBER, standing: 'guest' };
  const external: Person = { ...MEMBER, standing: 'stranger', teamIds: ['T0OTHER'] };

  test('have what a list names them for once that is opened, and nothing that everybody has', () => {
    const policy = salesFor(holders({ users: [guest.userId], channels: ['C0STOCK'] }), {
      guests: 'listed',
      externals: 'listed',
    });
    for (const person of [guest, external]) {
      expect(decide({ person, place: ALONE }, 'view_sales', policy).allowed).toBe(true);
      expect(decide({ person, place: ALONE }, 'view_stock', policy).allowed).toBe(false);
    }
  });

  test('have nothing by being in a channel alone', () => {
    const policy = salesFor(holders({ channels: ['C0STOCK'] }), { guests: 'listed', externals: 'listed' });
    for (const person of [guest, external]) {
      expect(decide({ person, place: CHANNEL }, 'view_sales', policy).allowed).toBe(false);
    }
  });

  test('are two switches: opening one leaves the other closed', () => {
    const listed = holders({ users: [guest.userId] });
    const forGuests = salesFor(listed, { guests: 'listed' });
    expect(decide({ person: guest, place: ALONE }, 'view_sales', forGuests).allowed).toBe(true);
    expect(decide({ person: external, place: ALONE }, 'view_sales', forGuests).allowed).toBe(false);
  });
});

describe('listed channels', () => {
  const policy = policyWith({ channels: ['C0STOCK', 'C0SHARED'] });

  test('are the only ones to be answered in, beside a direct message', () => {
    const other: Place = { kind: 'channel', channelId: 'C0OTHER', shared: false };
    expect(decide({ person: MEMBER, place: CHANNEL }, 'view_stock', policy).allowed).toBe(true);
    expect(decide({ person: MEMBER, place: ALONE }, 'view_stock', policy).allowed).toBe(true);
    expect(inEnglish(decide({ person: MEMBER, place: other }, 'view_stock', policy))).toMatchObject({
      reason: 'channel_not_listed',
      sentence:
        'This app does not answer in this channel. Ask it in a direct message, or in a channel that ACCESS_CHANNELS lists. Ask whoever runs this app here.',
    });
  });

  test('may be shared ones for a private answer, never for an answer that all read', () => {
    const subject = { person: MEMBER, place: SHARED };
    expect(decide(subject, 'view_stock', policy).allowed).toBe(true);
    expect(mayShare(subject, 'view_stock', policy)).toMatchObject({ reason: 'shared_channel' });
  });
});

describe('sharing in a channel', () => {
  const policy = salesFor(holders({ users: ['U0OLA'] }));

  test('takes the capability of what is shared', () => {
    expect(mayShare({ person: MEMBER, place: CHANNEL }, 'view_stock', policy)).toEqual({ allowed: true });
    expect(mayShare({ person: MEMBER, place: CHANNEL }, 'view_sales', policy)).toMatchObject({
      reason: 'capability_missing',
    });
  });

  test('takes a channel', () => {
    expect(mayShare({ person: MEMBER, place: ALONE }, 'view_stock', policy).allowed).toBe(false);
  });
});

test('an admin is never told to ask an admin', () => {
  for (const [list, person] of [
    [holders({ users: [MEMBER.userId, 'U0OLA'] }), MEMBER],
    [holders({ groups: ['S0ADMINS'] }), { ...MEMBER, groupIds: ['S0ADMINS'] }],
  ] as const) {
    const policy = policyWith({ holders: { ...policyWith({}).holders, admin: list } });
    const decision = decide({ person, place: SHARED }, 'view_stock', policy);
    expect(inEnglish(decision)).toMatchObject({
      sentence: expect.stringMatching(/You are an admin of this app: its settings decide this\.$/),
    });
    const other = decide({ person: { ...MEMBER, userId: 'U0PER' }, place: SHARED }, 'view_stock', policy);
    expect(inEnglish(other)).toMatchObject({ sentence: expect.stringContaining('who can change that.') });
  }
});
