import { mentionedIn, splitBody } from '#contract/channels/body.ts'
import { channelFailures } from '#contract/channels/failures.ts'
import { MENTIONS_MAX, NEWCOMER_HOURS, type StateCause } from '#contract/channels/rules.ts'
import { hasWebAddress } from '#contract/web-addresses.ts'
import { listKeptApart } from '#server/domains/accounts/service.ts'
import { findFollow } from '#server/domains/audiences/service.ts'
import { judgeWords, listWordRules, type SettingsRow } from '#server/domains/moderation/service.ts'
import { listMemberPlans } from '#server/domains/subscriptions/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'

import { gateOf } from './gates.ts'
import type { AuthorFacts } from './people-queries.ts'
import type { Place } from './places.ts'

export function isNewcomer({ joinedAt }: Pick<AuthorFacts, 'joinedAt'>, now: Date): boolean {
  return now.getTime() - joinedAt.getTime() < NEWCOMER_HOURS * 3_600_000
}

/**
 * What holds a text back; null: nothing. Who keeps order on the page writes what they want. Throws `word_refused`,
 * `links_refused`, `newcomer_links`.
 */
export async function judgeText(
  db: Db,
  { channel, reader }: Place,
  given: {
    body: string
    authorId: string
    facts: AuthorFacts
    /** The page's, as `judgeWriting` has read them. */
    settings: SettingsRow | null
    now: Date
  },
): Promise<StateCause | null> {
  if (reader.mayModerate) return null
  const plain = splitBody(given.body)
    .map((part) => ('text' in part ? part.text : ' '))
    .join('')
  const hasLink = hasWebAddress(plain)
  if (hasLink && isNewcomer(given.facts, given.now)) throw new Failure(channelFailures.newcomer_links)
  const { creatorId } = channel
  const { settings } = given
  if (creatorId === null || settings === null) return null
  if (hasLink && !(await mayLink(db, { creatorId, ...given, linksFrom: settings.linksFrom })))
    throw new Failure(channelFailures.links_refused)
  const act = judgeWords(plain, await listWordRules(db, creatorId))
  if (act === 'refuse') throw new Failure(channelFailures.word_refused)
  if (act === 'hold') return 'words'
  return settings.holdFirst && !given.facts.isKnown ? 'first' : null
}

async function mayLink(
  db: Db,
  {
    creatorId,
    authorId,
    linksFrom,
    now,
  }: { creatorId: string; authorId: string; linksFrom: string; now: Date },
): Promise<boolean> {
  if (linksFrom === 'everyone') return true
  if (linksFrom === 'nobody') return false
  if ((await listMemberPlans(db, authorId, creatorId, now)).length > 0) return true
  return linksFrom === 'followers' && (await findFollow(db, authorId, creatorId)) !== null
}

/** The people a text names who may read it, without those who are kept apart from its author. Throws `too_many_mentions`. */
export async function readMentions(
  db: Db,
  { channel }: Place,
  { body, authorId, now }: { body: string; authorId: string; now: Date },
): Promise<string[]> {
  const named = mentionedIn(body)
  if (named.length > MENTIONS_MAX) throw new Failure(channelFailures.too_many_mentions)
  const others = named.filter((id) => id !== authorId)
  if (others.length === 0) return []
  const keptApart = await listKeptApart(db, authorId)
  const userIds = others.filter((id) => !keptApart.has(id))
  return gateOf(channel.kind).listReaders(db, { channelId: channel.id, userIds, now })
}
