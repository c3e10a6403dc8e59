import { POLL_OPTIONS_MAX, type NoVote } from './rules.ts'

const noVote: Record<NoVote, string> = {
  signed_out: 'Log in to vote.',
  owner: 'You can’t vote in your own poll.',
  blocked: 'You can’t vote here.',
  followers: 'Follow the page to vote.',
  members: 'Only members vote here.',
  plans: 'Your plan doesn’t include this vote.',
}

/** Texts around polls. */
export const pollMessages = {
  noVote,
  notFound: 'This poll is no longer here, or you can no longer see it.',
  questionMissing: 'Ask a question.',
  questionTooLong: 'A question has at most 200 characters.',
  optionMissing: 'Fill in this option, or remove it.',
  optionTooLong: 'An option has at most 100 characters.',
  optionsMissing: 'A poll needs at least two options.',
  tooManyOptions: `A poll has at most ${POLL_OPTIONS_MAX} options.`,
  optionsAlike: 'Two options say the same.',
  choicesWrong: 'The number of choices doesn’t fit the options.',
  minutesWrong: 'A poll is open for one minute to 90 days.',
  weightWrong: 'A vote counts 1 to 100 times.',
  plansMissing: 'Choose at least one plan.',
  closed: 'This poll is closed.',
  notOpen: 'This poll isn’t open yet.',
  mayNotVote: 'You can’t vote in this poll.',
  changed: 'This poll was just changed. Look at it again, then vote.',
  voteFinal: 'Votes in this poll are final.',
  votesChosen: 'Please choose as many options as the poll asks for.',
  fixed: 'Somebody has voted already. From the first vote on, only the end of a poll can change.',
  secret: 'This poll is secret: nobody learns who voted for what.',
  tooMany: 'A post holds up to five polls.',
  mayNotAsk: 'Only the creator and moderators ask polls here.',
  closedNow: 'The poll is closed.',
} as const
