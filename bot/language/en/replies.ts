/** What is said about an answer itself. */
export const replies = () => ({
  broken:
    'Something broke here while answering; it is in the log of the bot. Trying again in a minute may help.',
  unknown:
    'This is not known to the bot any more; it may be from an older version. Type the command again for a new answer.',
  takesAWhile: 'Asking the service, one moment …',
});
