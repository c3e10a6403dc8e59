import { messageAddress } from '#contract/channels/message-address.ts'
import { liveListPath, livePath } from '#contract/live/live-address.ts'
import type { Language } from '#contract/languages.ts'
import { formatCents } from '#contract/money.ts'
import { formatStart } from '#contract/live/when.ts'
import { NOTICE_KINDS, type NoticeKind } from '#contract/notifications/kinds.ts'
import { noticeTexts } from '#contract/notifications/notice-messages.ts'
import { commentAddress } from '#contract/posts/comment-address.ts'
import { roomPath } from '#contract/rooms/room-address.ts'
import { postPath } from '#server/domains/posts/service.ts'
import { textsFor } from '#server/platform/texts.ts'

import type { NoticeFacts } from './facts-queries.ts'

/** What happened, in a sentence of that language. */
export function sentenceOf(
  { kind, count }: { kind: NoticeKind; count: number },
  facts: NoticeFacts,
  language: Language,
): string {
  const { sentences, someone } = textsFor(language)(noticeTexts)
  return sentences[kind](
    {
      who: facts.people[0]?.name ?? someone,
      count,
      page: facts.pageName ?? '',
      room: facts.room ?? '',
      amount: amountOf(facts, language) ?? '',
    },
    language,
  )
}

export function amountOf({ amountCents, currency }: NoticeFacts, language: Language): string | null {
  return amountCents === null || currency === null ? null : formatCents(amountCents, currency, language)
}

/** Where it leads: to what it is about, or to the page where one can do something about it. */
export function pathOf(
  { kind, count, target }: { kind: NoticeKind; count: number; target: string | null },
  facts: NoticeFacts,
): string {
  if (kind === 'report_answered') return '/cases?part=reports'
  if (kind === 'case_decided' || kind === 'appeal_ended') return `/cases/${target ?? ''}`
  if (kind === 'report_waits')
    return `/studio/moderation?part=reports${facts.handle === null ? '' : `&page=${facts.handle}`}`
  const page = facts.handle === null ? '/explore' : `/${facts.handle}`
  switch (NOTICE_KINDS[kind]) {
    case 'newPosts':
    case 'likes':
      return facts.postId === null || facts.handle === null || (kind === 'post_opened' && count > 1)
        ? page
        : postPath({ handle: facts.handle, slug: facts.slug, id: facts.postId })
    case 'polls':
    case 'votes':
      if (facts.liveId !== null && facts.handle !== null) return livePath(facts.handle, facts.liveId)
      if (facts.channelId !== null && facts.seq !== null)
        return `${page}/community/${facts.channelId}#message-${facts.seq}`
      return facts.postId === null || facts.handle === null
        ? page
        : postPath({ handle: facts.handle, slug: facts.slug, id: facts.postId })
    case 'replies':
    case 'decisions':
    case 'comments':
      if (facts.handle === null || facts.seq === null) return page
      if (facts.liveId !== null) return messageAddress(livePath(facts.handle, facts.liveId), facts.seq)
      if (facts.roomId !== null) return messageAddress(roomPath(facts.handle, facts.roomId), facts.seq)
      if (facts.postId === null) return page
      return commentAddress(postPath({ handle: facts.handle, slug: facts.slug, id: facts.postId }), facts.seq)
    case 'messages':
      return facts.channelId === null ? '/messages' : `/messages/${facts.channelId}`
    case 'approvals':
      return facts.handle === null ? '/studio/moderation' : `/studio/moderation?page=${facts.handle}`
    case 'live':
    case 'liveNow':
      if (facts.handle === null) return page
      return facts.liveId === null ? liveListPath(facts.handle) : livePath(facts.handle, facts.liveId)
    case 'memberships':
      return '/subscriptions'
    case 'followers':
      return page
    case 'members':
    case 'refunds':
    case 'payouts':
      return '/payout'
  }
}

/** Of these it is told when they take place, or would have. */
const WITH_START: ReadonlySet<NoticeKind> = new Set(['live_scheduled', 'live_moved', 'live_called_off'])
/** Their sentences don't name the room that they happened in. */
const WITH_ROOM: ReadonlySet<NoticeKind> = new Set(['poll_closed', 'vote_ended'])

/** What it is about: a title, or else the room. */
export function subjectOf(kind: NoticeKind, { title, room }: NoticeFacts): string | null {
  return title ?? (WITH_ROOM.has(kind) ? room : null)
}

/** What is told besides the sentence: the reason, or what it is about, and of a session when it is for its reader. */
export function detailOf(
  kind: NoticeKind,
  facts: NoticeFacts,
  { timeZone, language, now }: { timeZone: string | null; language: Language; now: Date },
): string | null {
  const { reason, title, startsAt } = facts
  if (!WITH_START.has(kind) || startsAt === null) return reason ?? subjectOf(kind, facts)
  const start = formatStart(startsAt, { now, timeZone: timeZone ?? 'UTC', language })
  return title ? `${title}. ${start}` : start
}
