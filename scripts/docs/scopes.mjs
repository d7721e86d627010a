/** The tables of what bot/manifest.json asks Slack for, each with its reason. */
import manifest from '../../bot/manifest.json' with { type: 'json' };

const SCOPES = {
  'app_mentions:read': 'read the messages that mention the app, which are questions',
  'channels:history':
    'find a digest again in its channel after a restart or a lost answer; find the question before in a thread',
  'channels:read':
    'see whether a channel is shared with another organisation, and whether the app is a member',
  'chat:write': 'post digests and answers',
  commands: 'offer `/stock`, `/sales`, `/stores` and `/digest`',
  'files:read': 'read a product list that somebody uploads on App Home',
  'files:write': 'send all rows of an answer, and the file below a digest',
  'groups:history': 'the same as `channels:history`, in private channels that the app is a member of',
  'groups:read': 'the same as `channels:read`, for private channels that the app is a member of',
  'im:history': 'read what people write to the app under **Messages**, which are questions',
  'im:write': 'send files and notices to a person',
  'users:read': 'see whether a person is a full member, a guest or a bot, and their language',
};

const EVENTS = {
  app_home_opened: 'show App Home',
  app_mention: 'answer a mention',
  channel_unarchive: 'resume a digest that was paused because its channel was archived',
  channel_unshared: 'resume a digest that was paused because its channel was shared',
  group_unarchive: 'the same as `channel_unarchive`, for private channels',
  member_joined_channel: 'resume a digest that was paused because the app was not in the channel',
  'message.im': 'answer a direct message',
};

/** Each table by its name. */
export function scopeTables() {
  return {
    scopes: table('Scope', manifest.oauth_config.scopes.bot, SCOPES),
    events: table('Event', manifest.settings.event_subscriptions.bot_events, EVENTS),
  };
}

function table(title, names, reasons) {
  const rows = names.map((name) => {
    if (reasons[name] === undefined)
      throw new Error(`scripts/docs/scopes.mjs does not say what ${name} is for. Add it.`);
    return `| \`${name}\` | ${reasons[name]} |`;
  });
  return [`| ${title} | To |`, '|---|---|', ...rows];
}
