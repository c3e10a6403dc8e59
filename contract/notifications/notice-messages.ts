import { LANGUAGE } from '../language.ts'
import type { Language } from '../languages.ts'
import { plural } from '../plural.ts'
import type { NoticeKind } from './kinds.ts'

/** What a sentence of the bell is made of; empty where a kind has none of it. */
export interface NoticeWords {
  /** The last person who did it. */
  who: string
  /** How many did it, or how many things it is about. */
  count: number
  page: string
  /** The room it was written in; empty: it is about a comment below a post, or about no message. */
  room: string
  amount: string
}

type Sentence = (words: NoticeWords, language?: Language) => string

/** "Ravi likes …", "Ravi and 1 other like …". */
function byPeople(one: (who: string) => string, several: Record<'one' | 'other', (who: string) => string>) {
  return ({ who, count }: NoticeWords, language: Language = LANGUAGE): string =>
    count <= 1 ? one(who) : plural(count - 1, { one: several.one(who), other: several.other(who) }, language)
}

/** What became of the reader's own message, which stands below a post or in a room. */
function aboutMessage(comment: string, inRoom: (room: string) => string): Sentence {
  return ({ room }) => (room === '' ? comment : inRoom(room))
}

/** What happened, in one sentence: in the bell, in a push, in a mail. */
export const noticeTexts = {
  /** In place of a person who is no longer there. */
  someone: 'Someone',
  sentences: {
    new_post: ({ page }) => `${page} published a new post`,
    post_opened: ({ page, count }, language) =>
      plural(
        count,
        { one: `A post by ${page} is open to you now`, other: `{n} posts by ${page} are open to you now` },
        language,
      ),
    replied: ({ who, count, room }, language) =>
      plural(
        count,
        room === ''
          ? { one: `${who} replied to your comment`, other: '{n} new replies to your comments' }
          : { one: `${who} replied to you in ${room}`, other: `{n} new replies to you in ${room}` },
        language,
      ),
    mentioned: ({ who, count, room }, language) =>
      plural(
        count,
        room === ''
          ? { one: `${who} mentioned you in a comment`, other: 'You were mentioned in {n} comments' }
          : { one: `${who} mentioned you in ${room}`, other: `You were mentioned {n} times in ${room}` },
        language,
      ),
    messaged: ({ who, count }, language) =>
      plural(count, { one: `${who} sent you a message`, other: `${who} sent {n} messages` }, language),
    message_requested: ({ who }) => `${who} would like to write to you`,
    announced: ({ who }) => `${who} sent a message to members`,
    message_held: aboutMessage(
      'Your comment is waiting for approval',
      (room) => `Your message in ${room} is waiting for approval`,
    ),
    message_hidden: aboutMessage(
      'A moderator has hidden your comment',
      (room) => `A moderator has hidden your message in ${room}`,
    ),
    message_removed: aboutMessage(
      'A moderator has removed your comment',
      (room) => `A moderator has removed your message in ${room}`,
    ),
    message_restored: aboutMessage(
      'Your comment is shown again',
      (room) => `Your message in ${room} is shown again`,
    ),
    message_approved: aboutMessage(
      'Your comment was approved',
      (room) => `Your message in ${room} was approved`,
    ),
    commented: ({ who, count }, language) =>
      plural(
        count,
        { one: `${who} commented on your post`, other: '{n} new comments on your post' },
        language,
      ),
    approval_waits: ({ count, page, room }, language) =>
      plural(
        count,
        {
          one:
            room === ''
              ? `A comment is waiting for approval on ${page}`
              : `A message in ${room} is waiting for approval`,
          other: `{n} messages are waiting for approval on ${page}`,
        },
        language,
      ),
    report_waits: ({ count, page }, language) =>
      plural(
        count,
        {
          one: `A report is waiting for your decision on ${page}`,
          other: `{n} reports are waiting for your decision on ${page}`,
        },
        language,
      ),
    report_answered: () => 'We have decided about something you reported',
    case_decided: () => 'We decided about something of yours. Read why.',
    appeal_ended: () => 'There is news about your appeal',
    renewal_ahead: ({ page }) => `Your yearly membership with ${page} renews soon`,
    renewal_failed: ({ page }) => `The renewal of your membership with ${page} failed`,
    renewal_last_try: ({ page }) => `Your membership with ${page} pauses soon unless it is paid`,
    membership_paused: ({ page }) => `Your membership with ${page} is paused`,
    membership_ending: ({ page }) => `Your membership with ${page} will not be renewed`,
    card_expiring: ({ page }) => `The card for your membership with ${page} expires soon`,
    price_raised: ({ page }) => `${page} has a new price for your plan`,
    price_lowered: ({ page }) => `Your membership with ${page} costs less from its next renewal`,
    member_joined: byPeople((who) => `${who} became a member`, {
      one: (who) => `${who} and 1 other became members`,
      other: (who) => `${who} and {n} others became members`,
    }),
    member_left: byPeople((who) => `${who} won’t be renewing`, {
      one: (who) => `${who} and 1 other won’t be renewing`,
      other: (who) => `${who} and {n} others won’t be renewing`,
    }),
    follower: byPeople((who) => `${who} follows you`, {
      one: (who) => `${who} and 1 other follow you`,
      other: (who) => `${who} and {n} others follow you`,
    }),
    post_liked: byPeople((who) => `${who} likes your post`, {
      one: (who) => `${who} and 1 other like your post`,
      other: (who) => `${who} and {n} others like your post`,
    }),
    poll_closed: () => 'Your poll is closed',
    vote_ended: ({ page }) => `The poll on ${page} that you voted in is closed`,
    live_scheduled: ({ page }) => `${page} has planned a live session`,
    live_moved: ({ page }) => `${page} has moved a live session to another time`,
    question_answered: ({ page }) => `${page} answered your question`,
    live_soon: ({ page }) => `${page}’s live session is about to start`,
    live_started: ({ page }) => `${page} is live now`,
    live_called_off: ({ page }) => `${page} has called off a live session`,
    refund_requested: byPeople((who) => `${who} asks for a refund`, {
      one: (who) => `${who} and 1 other ask for a refund`,
      other: (who) => `${who} and {n} others ask for a refund`,
    }),
    payout_paid: ({ amount }) => `Your payout of ${amount} has arrived`,
    payout_failed: ({ amount }) => `Your payout of ${amount} could not be made`,
    payout_reversed: ({ amount }) => `Your payout of ${amount} came back`,
  } satisfies Record<NoticeKind, Sentence> as Record<NoticeKind, Sentence>,
}
