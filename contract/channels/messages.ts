import type { WhyNot } from './rules.ts'

const whyNot: Record<WhyNot, string> = {
  signed_out: 'Log in to write here.',
  followers: 'Follow the page to write here.',
  members: 'Only members write here.',
  plans: 'Your plan doesn’t include writing here.',
  nobody: 'Nobody can write here at the moment.',
  rules: 'Accept the rules first to write here.',
  blocked: 'You can’t write here.',
  muted: 'A moderator has paused your messages here.',
  locked: 'This is closed for new messages.',
  ended: 'This has ended. You can still read it.',
  asked: 'Your request is sent. You can write more once it is accepted.',
  request: 'Accept the request first to answer.',
}

/** Texts around messages and comments. */
export const channelMessages = {
  whyNot,
  notFound: 'This does not exist, or you can no longer read it.',
  messageNotFound: 'This message is no longer here.',
  empty: 'Write something first.',
  tooLong: 'A message has at most 4,000 characters.',
  tooManyMedia: 'A message holds up to 10 pictures, videos or audio files.',
  tooManyMentions: 'A message names up to 10 people.',
  mayNotWrite: 'You can’t write here.',
  slowMode: 'This place is in slow mode. Please wait a little before your next message.',
  newcomerPace: 'New accounts write a little less often on their first day. Please wait a moment.',
  wordRefused: 'The creator doesn’t want one of these words here. Please put it differently.',
  linksRefused: 'Links are not allowed here for you.',
  newcomerLinks: 'Accounts can post links from their second day on.',
  editOver: 'A message can be edited for 24 hours.',
  emojiWrong: 'React with one emoji.',
  reactionsFull: 'This message has all the kinds of reactions it can hold.',
  pinsFull: 'Three messages are pinned. Unpin one first.',
  stateWrong: 'This message has changed in the meantime. Please reload.',
  ofOperator: 'We have decided about this message ourselves, so it can’t be changed here.',
  searchTooShort: 'Type at least two characters.',
  searchTooLong: 'A search has at most 100 characters.',
  reasonTooLong: 'A reason has at most 500 characters.',
  formerMember: 'Former member',
  someone: 'someone',
} as const
