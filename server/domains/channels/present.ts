import type { Author, Message } from '#contract/channels/message.ts'
import { channelMessages } from '#contract/channels/messages.ts'
import { QUOTE_MAX_LENGTH } from '#contract/channels/rules.ts'
import { listKeptApart } from '#server/domains/accounts/service.ts'
import { findMedia, presentPlayback, publicMediaUrl } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { mayReadText, type Reader } from './access.ts'
import { listQuoted, type MessageRow } from './message-queries.ts'
import { listPeople, type PersonRow } from './people-queries.ts'
import { findChannel } from './queries.ts'
import { listReactions } from './reaction-queries.ts'

interface Shown {
  reader: Reader
  now: Date
  /** Signs addresses of media; null: they are shown without. */
  secretKey: string | null
  /** Everyone in them, where they were read before. */
  people?: readonly PersonRow[]
}

/** On whose page people appear there; null: on nobody's. */
async function findPageOf(db: Db, { creatorId, channelId }: MessageRow): Promise<string | null> {
  return creatorId ?? (await findChannel(db, channelId))?.pageId ?? null
}

/** Messages of one channel as a viewer may see them, in a few queries however many they are. */
export async function presentMessages(
  db: Db,
  rows: readonly MessageRow[],
  { reader, now, secretKey, people: known }: Shown,
): Promise<Message[]> {
  const [first] = rows
  if (!first) return []
  const shown = rows.filter((row) => mayReadText(row, reader))
  const quoted = await quotedIn(db, shown, reader)
  const ids = new Set(
    [...shown, ...quoted.values()].flatMap(({ authorId, mentions }) => [authorId, ...mentions]),
  )
  const people = new Map(
    (known ?? (await listPeople(db, [...ids], { creatorId: await findPageOf(db, first), now }))).map(
      (row) => [row.id, row],
    ),
  )
  const media =
    secretKey === null
      ? new Map<string, never>()
      : await findMedia(
          db,
          shown.flatMap((row) => row.mediaIds),
        )
  const seqs = shown.filter((row) => row.reactionCount > 0).map(({ seq }) => seq)
  const reactions = seqs.length === 0 ? [] : await listReactions(db, first.channelId, seqs, reader.viewerId)

  return rows.map((row): Message => {
    const isShown = mayReadText(row, reader)
    const isConcerned = reader.mayModerate || row.authorId === reader.viewerId
    const author = people.get(row.authorId)
    return {
      _id: row.id,
      seq: row.seq,
      rootSeq: row.rootSeq,
      quotedSeq: isShown ? row.quotedSeq : null,
      quoted: isShown ? presentQuoted(quoted.get(row.quotedSeq ?? 0), people) : null,
      author: isShown && author ? presentAuthor(author, now) : null,
      body: isShown ? row.body : '',
      mentions: isShown ? row.mentions.map((id) => ({ _id: id, name: nameOf(people.get(id)) })) : [],
      state: row.state,
      because: isConcerned && row.cause !== null ? { cause: row.cause, reason: row.reason } : null,
      media:
        isShown && secretKey !== null
          ? row.mediaIds.flatMap((id) => {
              const medium = media.get(id)
              if (!medium) return []
              const entitlement = entitlementOf(row, reader)
              const { viewerId } = reader
              return [
                presentPlayback(medium.row, medium.renditions, { viewerId, entitlement, secretKey, now }),
              ]
            })
          : [],
      mediaCount: isShown ? row.mediaIds.length : 0,
      pollId: isShown ? row.pollId : null,
      reactions: isShown
        ? reactions.flatMap(({ seq, ...reaction }) => (seq === row.seq ? [reaction] : []))
        : [],
      replyCount: row.replyCount,
      isPinned: row.isPinned,
      writtenAt: row.createdAt.toISOString(),
      editedAt: isShown ? (row.editedAt?.toISOString() ?? null) : null,
    }
  })
}

/** The messages that these answer, as far as the reader sees them, by their numbers. */
async function quotedIn(
  db: Db,
  rows: readonly MessageRow[],
  reader: Reader,
): Promise<Map<number, MessageRow>> {
  const seqs = rows.flatMap(({ quotedSeq }) => quotedSeq ?? [])
  const [first] = rows
  if (!first || seqs.length === 0 || reader.viewerId === null) return new Map()
  return new Map((await listQuoted(db, reader, first.channelId, seqs)).map((row) => [row.seq, row]))
}

function presentQuoted(
  row: MessageRow | undefined,
  people: ReadonlyMap<string, PersonRow>,
): Message['quoted'] {
  if (!row) return null
  return {
    authorName: nameOf(people.get(row.authorId)),
    // A name that is cut in the middle is left out.
    body: row.body
      .slice(0, QUOTE_MAX_LENGTH)
      .replace(/<@[0-9a-f-]*$/, '')
      .trimEnd(),
    mentions: row.mentions.map((id) => ({ _id: id, name: nameOf(people.get(id)) })),
    mediaCount: row.mediaIds.length,
  }
}

/** One message, as the viewer may see it. */
export async function presentMessage(db: Db, row: MessageRow, shown: Shown): Promise<Message> {
  const [presented] = await presentMessages(db, [row], shown)
  if (!presented) throw new Error('A message was presented as none')
  return presented
}

/** The media of what isn't there for everybody are its author's and moderators', who ask by their session. */
function entitlementOf(row: MessageRow, { viewerId }: Reader): 'everyone' | 'member' | 'owner' {
  if (viewerId === null) return 'everyone'
  return row.authorId === viewerId ? 'owner' : 'member'
}

function nameOf(person: PersonRow | undefined): string | null {
  return person && !person.isErased ? person.name : null
}

/** A person beside what they wrote; null: a former member. */
function presentAuthor(person: PersonRow, now: Date): Author | null {
  if (person.isErased) return null
  return {
    _id: person.id,
    name: person.name === '' ? channelMessages.someone : person.name,
    profileImage: publicMediaUrl(person.profileImage),
    isCreator: person.isCreator,
    isModerator: person.isModerator,
    plan:
      person.planName === null || person.memberSince === null
        ? null
        : {
            name: person.planName,
            months: wholeMonths(person.memberSince, now),
            rank: person.planRank,
          },
  }
}

/** People as authors, in this order, without those who are kept apart from the viewer, unless that is wanted. */
export async function listAuthors(
  db: Db,
  ids: readonly string[],
  {
    creatorId,
    viewerId,
    now,
    withKeptApart = false,
  }: { creatorId: string | null; viewerId: string; now: Date; withKeptApart?: boolean },
): Promise<Author[]> {
  const apart = withKeptApart ? new Set() : await listKeptApart(db, viewerId)
  const people = new Map((await listPeople(db, ids, { creatorId, now })).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const person = apart.has(id) ? undefined : people.get(id)
    return (person && presentAuthor(person, now)) ?? []
  })
}

function wholeMonths(from: Date, until: Date): number {
  const months =
    (until.getUTCFullYear() - from.getUTCFullYear()) * 12 + until.getUTCMonth() - from.getUTCMonth()
  return Math.max(0, until.getUTCDate() < from.getUTCDate() ? months - 1 : months)
}
