import { conversationMessages } from '#contract/conversations/messages.ts'
import * as contract from '#contract/conversations/routes.ts'
import { CONVERSATIONS_PER_PAGE } from '#contract/conversations/rules.ts'
import { searchConversations } from '#contract/conversations/search-routes.ts'
import { hasBlocked } from '#server/domains/accounts/service.ts'
import {
  findWritten,
  getPlace,
  listAuthors,
  listUnread,
  WRITING,
  writeMessage,
} from '#server/domains/channels/service.ts'
import { getCreatorByHandle } from '#server/domains/creators/service.ts'
import type { Db } from '#server/platform/db/query.ts'
import { type Implementation, implementForMember, type Viewer } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

import { mayRead, requestUntil, whyNotWrite } from './access.ts'
import { add, answer, getOwn, remove, rename } from './changes.ts'
import { countWaitingRequests, listOwn, listOwnNamed, type Place } from './list-queries.ts'
import { listParticipants, listReachable } from './people-queries.ts'
import { facesOf, presentFace, presentFound, presentMute, presentSummaries } from './present.ts'
import { findByPairKey, findFacts } from './queries.ts'
import { listWritable } from './reach-queries.ts'
import { findFace } from './face-queries.ts'
import { searchOwn } from './search-queries.ts'
import { doorTo, openGroup, openPair, type Pair, pairKeyOf, pairOf } from './start.ts'

const listsPerUser: Limit = { name: 'list-conversations', points: 240, windowSeconds: 60 }
const searchesPerUser: Limit = { name: 'search-conversations', points: 30, windowSeconds: 60 }
const reachPerUser: Limit = { name: 'find-reach', points: 120, windowSeconds: 60 }
const changesPerUser: Limit = { name: 'change-conversations', points: 120, windowSeconds: 600 }

const SUGGESTED = 20

function limitedBy(limit: Limit) {
  return {
    limits: [
      { limit, by: (call: { viewer: { id: string } | null; ip: string }) => call.viewer?.id ?? call.ip },
    ],
  }
}

/** The viewer and whom they name, by a page or by an id. */
async function pairWith(
  db: Db,
  { pageHandle, userId }: { pageHandle?: string | undefined; userId?: string | undefined },
  viewer: Viewer,
  now: Date,
): Promise<Pair> {
  if (pageHandle === undefined)
    return pairOf(db, {
      fromId: viewer.id,
      toId: userId ?? viewer.id,
      ownCreatorId: viewer.creatorId,
      now,
    })
  const page = await getCreatorByHandle(db, pageHandle)
  return { fromId: viewer.id, toId: page.userId, creatorId: page.id, pageOwnerId: page.userId }
}

/** A place in the list of conversations; null: its beginning. */
function placeOf(cursor: string | undefined): Place | null {
  const [atMicros, id] = cursor?.split('_') ?? []
  return atMicros === undefined || id === undefined ? null : { atMicros, id }
}

export const conversationImplementations: Implementation[] = [
  implementForMember(
    contract.listConversations,
    async (db, { input, viewer, now }) => {
      const { filter = 'all', q = '', limit = CONVERSATIONS_PER_PAGE } = input
      const before = placeOf(input.cursor)
      const rows =
        q === ''
          ? await listOwn(db, { userId: viewer.id, filter, before, limit, now })
          : await listOwnNamed(db, { userId: viewer.id, creatorId: viewer.creatorId, q, limit, now })
      const last = q === '' && rows.length === limit ? rows.at(-1) : undefined
      return {
        conversations: await presentSummaries(db, rows, { viewerId: viewer.id, now }),
        cursor: last ? `${last.atMicros}_${last.id}` : null,
        requestCount: await countWaitingRequests(db, viewer.id, now),
      }
    },
    limitedBy(listsPerUser),
  ),

  implementForMember(
    searchConversations,
    async (db, { input, viewer, now }) => {
      const userId = viewer.id
      const before = placeOf(input.cursor)
      const { rows, cursor } = await searchOwn(db, { userId, q: input.q, before, now })
      const faces = await facesOf(db, userId, [...new Set(rows.map(({ conversationId }) => conversationId))])
      return {
        messages: rows.map((row) => ({
          conversation: {
            _id: row.conversationId,
            name: row.name,
            people: faces.get(row.conversationId)?.people ?? [],
          },
          seq: row.seq,
          ...presentFound(row, userId),
          writtenAt: row.createdAt.toISOString(),
        })),
        cursor,
      }
    },
    limitedBy(searchesPerUser),
  ),

  implementForMember(
    contract.findReach,
    async (db, { input, viewer, now }) => {
      const pair = await pairWith(db, input, viewer, now)
      const known = await findByPairKey(db, pairKeyOf(pair))
      const facts = known && (await findFacts(db, known.id, viewer.id, now))
      const isOpen = facts !== null && mayRead(facts, now)
      const door = isOpen
        ? whyNotWrite(facts, now) === null
          ? 'open'
          : 'closed'
        : await doorTo(db, pair, now)
      const person = door === 'closed' && !isOpen ? null : await findFace(db, pair.toId, pair.creatorId)
      return {
        door,
        conversationId: isOpen && known ? known.id : null,
        person: person && presentFace(person),
      }
    },
    limitedBy(reachPerUser),
  ),

  implementForMember(
    contract.listWritable,
    async (db, { input, viewer, now }) => ({
      userIds: await listWritable(db, { fromId: viewer.id, userIds: input.userIds.split(','), now }),
    }),
    limitedBy(listsPerUser),
  ),

  implementForMember(
    contract.listReachable,
    async (db, { input, viewer, now }) => {
      const asked = { userId: viewer.id, creatorId: viewer.creatorId, q: input.q, limit: SUGGESTED, now }
      return (await listReachable(db, asked)).map(presentFace)
    },
    limitedBy(listsPerUser),
  ),

  implementForMember(
    contract.startConversation,
    async (db, { input, viewer, now }) => {
      const { clientKey, body, mediaIds = [], userIds = [], pageHandle, name = '' } = input
      const authorId = viewer.id
      const written = await findWritten(db, { authorId, clientKey })
      if (written !== null) return { conversationId: written }
      const [userId, ...others] = new Set(userIds)
      const conversationId =
        others.length > 0
          ? await openGroup(db, { ownerId: authorId, ownCreatorId: viewer.creatorId, userIds, name }, now)
          : await openPair(
              db,
              await pairWith(db, { pageHandle, userId }, viewer, now),
              { body, mediaIds },
              now,
            )
      const place = await getPlace(db, { channelId: conversationId, viewerId: authorId, now })
      await writeMessage(db, place, { authorId, clientKey, body, rootSeq: null, mediaIds }, now)
      return { conversationId }
    },
    { limits: WRITING },
  ),

  implementForMember(contract.getConversation, async (db, { input, viewer, now }) => {
    const { conversation, facts } = await getOwn(db, input.conversationId, viewer.id, now)
    const { id: conversationId, creatorId, requestedAt } = conversation
    const rows = await listParticipants(db, { conversationId, userId: viewer.id })
    const authors = await listAuthors(
      db,
      rows.map(({ id }) => id),
      { creatorId, viewerId: viewer.id, now, withKeptApart: conversation.kind === 'pair' },
    )
    const known = new Map(authors.map((author) => [author._id, author]))
    const [mark] = await listUnread(db, viewer.id, [conversationId])
    const [first] = rows
    const isPair = conversation.kind === 'pair'
    return {
      _id: conversationId,
      kind: conversation.kind,
      name: conversation.name,
      people: rows.flatMap((row) => {
        const author = known.get(row.id)
        if (!author && !row.isErased) return []
        const gone = { _id: row.id, profileImage: null, isCreator: false, isModerator: false, plan: null }
        return [
          {
            ...(author ?? { ...gone, name: null }),
            pageHandle: row.isErased ? null : row.pageHandle,
            isOwner: row.isOwner,
            readSeq: row.readSeq,
          },
        ]
      }),
      state: facts.state === 'requested' ? ('requested' as const) : ('active' as const),
      isOwner: conversation.ownerId === viewer.id,
      pageHandle: first?.pageHandle ?? null,
      isBlockedByMe: isPair && first !== undefined && (await hasBlocked(db, viewer.id, first.id)),
      mutedUntil: presentMute(mark?.mutedUntil ?? null, now),
      requestUntil:
        conversation.requestedBy === null || requestedAt === null
          ? null
          : requestUntil(requestedAt).toISOString(),
    }
  }),

  implementForMember(
    contract.answerRequest,
    async (db, { input, viewer, now }) => {
      await answer(db, { ...input, viewerId: viewer.id }, now)
      const { accepted, declined, blocked } = conversationMessages
      return { msg: { accept: accepted, decline: declined, block: blocked }[input.answer] }
    },
    limitedBy(changesPerUser),
  ),

  implementForMember(
    contract.renameGroup,
    async (db, { input, viewer, now }) => {
      await rename(db, { ...input, viewerId: viewer.id }, now)
      return { msg: conversationMessages.renamed }
    },
    limitedBy(changesPerUser),
  ),

  implementForMember(
    contract.addToGroup,
    async (db, { input, viewer, now }) => {
      await add(db, { ...input, viewerId: viewer.id }, now)
      return { msg: conversationMessages.added }
    },
    limitedBy(changesPerUser),
  ),

  implementForMember(
    contract.removeFromGroup,
    async (db, { input, viewer, now }) => {
      await remove(db, { ...input, viewerId: viewer.id }, now)
      return { msg: input.userId === viewer.id ? conversationMessages.left : conversationMessages.removed }
    },
    limitedBy(changesPerUser),
  ),
]
