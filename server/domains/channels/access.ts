import type { RawBuilder } from 'kysely'

import type { MessageState, WhyNot } from '#contract/channels/rules.ts'
import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import type { Office } from '#server/domains/moderation/service.ts'
import { sql } from '#server/platform/db/query.ts'

import type { Standing } from './gates.ts'

/** What the rules of one channel are asked about. */
interface Asked {
  standing: Standing
  /** The creator of its page, or a moderator there. */
  mayModerate: boolean
  isMuted: boolean
  isLocked: boolean
}

/**
 * Why somebody may not write; null: they may. Who keeps order writes wherever they may read, unless the creator blocked
 * them or it is over.
 */
export function whyNotWrite({ standing, mayModerate, isMuted, isLocked }: Asked): WhyNot | null {
  const { whyNot } = standing
  if (whyNot === 'signed_out' || whyNot === 'blocked' || whyNot === 'ended') return whyNot
  if (mayModerate) return null
  if (isMuted) return 'muted'
  return whyNot ?? (isLocked ? 'locked' : null)
}

/** The creator judges every message, moderators those of others who keep no order. */
export function mayJudge(judge: Office, author: Office): boolean {
  return judge.isOwner || (judge.isModerator && !author.isOwner && !author.isModerator)
}

/** Who reads a channel. */
export interface Reader {
  /** null: a visitor, or everyone. */
  viewerId: string | null
  mayModerate: boolean
  fromSeq: number
  /** They see messages of people they are kept apart from. */
  seesKeptApart?: boolean
}

/**
 * Whether somebody sees a message `m` by the author `u`, if only as a place with replies. People who are kept apart by a
 * block don't see each other's, and nobody sees those of suspended people.
 */
export function isSeenSql({
  viewerId,
  mayModerate,
  fromSeq,
  seesKeptApart = false,
}: Reader): RawBuilder<boolean> {
  return sql<boolean>`(m.seq >= ${fromSeq} and (m.state = 'visible'
      or (m.author_id = ${viewerId}::uuid and m.state <> 'deleted')
      or (${mayModerate}::boolean and m.state in ('held', 'hidden', 'removed'))
      or (m.root_seq is null and m.reply_count > 0 and m.state <> 'held'))
    and (m.author_id = ${viewerId}::uuid or u.status <> 'suspended')
    and (${seesKeptApart}::boolean or not ${isKeptApartSql(sql`${viewerId}::uuid`, sql`m.author_id`)}))`
}

/** What is deleted has no text for anyone; what is held, hidden or removed has one for its author and moderators. */
export function mayReadText(
  message: { state: MessageState; authorId: string },
  { viewerId, mayModerate }: Reader,
): boolean {
  if (message.state === 'deleted') return false
  return message.state === 'visible' || mayModerate || message.authorId === viewerId
}
