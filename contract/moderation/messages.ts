/** Texts around keeping order on a page. */
export const moderationMessages = {
  moderatorsFull: 'A page has up to 10 moderators. Remove one before you add another.',
  ownerIsNoModerator: 'You already decide everything on your own page.',
  personNotFound: 'This person is not here any more.',
  mayNotMute: 'Only the creator can mute a moderator, and nobody can mute the creator.',
  tooManyWords: 'A page has up to 500 words and phrases.',
  phraseRequired: 'Write a word or a phrase with at least one letter or digit.',
  phraseTooLong: 'A phrase has at most 60 characters.',
  slowTooLong: 'Slow mode waits at most six hours between two messages.',
  muteTooLong: 'Someone can be muted for at most a year, or until you lift it.',
  plansMissing: 'Choose at least one plan.',
  saved: 'Settings saved',
  muted: 'This person can read, but not write.',
  unmuted: 'This person can write again.',
  moderatorAdded: 'Moderator added',
  moderatorRemoved: 'Moderator removed',
} as const
