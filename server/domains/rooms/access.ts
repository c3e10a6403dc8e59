import type { RawBuilder } from 'kysely'

import type { WhyNot } from '#contract/channels/rules.ts'
import type { Commenters } from '#contract/moderation/rules.ts'
import { ARCHIVED_DAYS } from '#contract/rooms/rules.ts'
import { isKeptApartSql } from '#server/domains/accounts/service.ts'
import { maySeeSql } from '#server/domains/audiences/service.ts'
import { sql } from '#server/platform/db/query.ts'

export interface Reader {
  /** A user, a column that holds one, or null for a visitor. */
  viewerId: string | RawBuilder<unknown> | null
  now: Date
}

/** Until when a room that was archived then can be read. */
export function readableUntil(archivedAt: Date): Date {
  return new Date(archivedAt.getTime() + ARCHIVED_DAYS * 86_400_000)
}

/** Whether a room `r` is there at all: not archived, or not for long. */
export function isThereSql(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(r.archived_at is null
    or r.archived_at > ${now}::timestamptz - make_interval(days => ${sql.raw(String(ARCHIVED_DAYS))}))`
}

/** Whether a viewer was excluded from a room `r`. */
export function isExcludedSql(viewerId: Reader['viewerId']): RawBuilder<boolean> {
  return sql<boolean>`exists (select from exclusions x where x.room_id = r.id and x.user_id = ${viewerId}::uuid)`
}

/**
 * Who may enter a room, in a query over `rooms r`, its page's creator `c` and the viewer's plans `held`: people with an
 * account whom its audience has, and moderators of the page, supporting it or not; none of them if they were excluded or
 * are kept apart from the creator.
 */
export function mayEnterSql(reader: Reader): RawBuilder<boolean> {
  const { viewerId } = reader
  const place = { audienceId: sql`r.audience_id`, creatorId: sql`r.creator_id`, ownerId: sql`c.user_id` }
  return sql<boolean>`(${isThereSql(reader.now)} and (c.user_id is not distinct from ${viewerId}::uuid
    or ${viewerId}::uuid is not null and not ${isExcludedSql(viewerId)} and not ${isKeptApartSql(sql`c.user_id`, sql`${viewerId}::uuid`)}
      and (${maySeeSql(reader, place)} or exists (select from moderators office
        where office.creator_id = r.creator_id and office.user_id = ${viewerId}::uuid))))`
}

/** Whether a page has rules which a person hasn't accepted: nobody writes in its community before. */
export function mustAcceptSql(place: {
  creatorId: RawBuilder<unknown>
  viewerId: Reader['viewerId']
}): RawBuilder<boolean> {
  const { creatorId, viewerId } = place
  return sql<boolean>`(exists (select from community_rules rules where rules.creator_id = ${creatorId})
    and not exists (select from accepted_rules accepted
      where accepted.user_id = ${viewerId}::uuid and accepted.creator_id = ${creatorId}))`
}

/** Whom a room is written in by, and one person in it. */
export interface Writer {
  isArchived: boolean
  writeFrom: Commenters
  /** They are among those whom `writeFrom` names, where it names some. */
  isReached: boolean
  /** The page has rules which they haven't accepted. */
  mustAccept: boolean
}

/** Why somebody who may enter may not write; null: they may. The creator and moderators are asked about elsewhere. */
export function whyNotWrite({ isArchived, writeFrom, isReached, mustAccept }: Writer): WhyNot | null {
  if (isArchived) return 'ended'
  if (writeFrom === 'nobody') return 'nobody'
  if (writeFrom !== 'readers' && !isReached) return writeFrom
  return mustAccept ? 'rules' : null
}
