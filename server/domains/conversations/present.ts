import type { ConversationSummary } from '#contract/conversations/conversation.ts'
import { publicMediaUrl } from '#server/domains/media/service.ts'
import type { Db } from '#server/platform/db/query.ts'

import { type FoundRow, type ListedRow, listFaces, listLatest } from './list-queries.ts'

type Face = ConversationSummary['people'][number]

export function presentFace(row: {
  id: string
  name: string
  profileImage: string | null
  pageHandle: string | null
  isErased?: boolean
}): Face {
  return {
    _id: row.id,
    name: row.isErased ? null : row.name,
    profileImage: row.isErased ? null : publicMediaUrl(row.profileImage),
    pageHandle: row.isErased ? null : row.pageHandle,
  }
}

/** Until when a conversation is muted; null: it isn't, or no longer. */
export function presentMute(mutedUntil: Date | null, now: Date): string | null {
  return mutedUntil !== null && mutedUntil > now ? mutedUntil.toISOString() : null
}

export interface Faces {
  people: Face[]
  count: number
}

/** The people of each of these conversations. */
export async function facesOf(db: Db, userId: string, ids: readonly string[]): Promise<Map<string, Faces>> {
  const faces = new Map<string, Faces>()
  if (ids.length === 0) return faces
  for (const row of await listFaces(db, { ids, userId })) {
    const known = faces.get(row.conversationId)
    if (known) known.people.push(presentFace(row))
    else faces.set(row.conversationId, { people: [presentFace(row)], count: row.peopleCount })
  }
  return faces
}

export function presentFound(
  { authorId, authorName, body, mentions, mediaCount }: FoundRow,
  viewerId: string,
) {
  return { authorName, isOwn: authorId === viewerId, body, mentions, mediaCount }
}

/** Conversations in a person's list, in three queries however many they are. */
export async function presentSummaries(
  db: Db,
  rows: readonly ListedRow[],
  { viewerId, now }: { viewerId: string; now: Date },
): Promise<ConversationSummary[]> {
  const ids = rows.map(({ id }) => id)
  const faces = await facesOf(db, viewerId, ids)
  const found = ids.length === 0 ? [] : await listLatest(db, viewerId, ids)
  const latest = new Map(found.map((row) => [row.conversationId, row]))
  return rows.map((row) => {
    const newest = latest.get(row.id)
    return {
      _id: row.id,
      kind: row.kind,
      name: row.name,
      people: faces.get(row.id)?.people ?? [],
      peopleCount: faces.get(row.id)?.count ?? 1,
      state: row.state,
      latest: newest ? presentFound(newest, viewerId) : null,
      lastAt: row.lastAt.toISOString(),
      isUnread: row.isUnread,
      unreadCount: row.unreadCount,
      mutedUntil: presentMute(row.mutedUntil, now),
    }
  })
}
