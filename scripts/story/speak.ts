import { mentionOf } from '#contract/channels/body.ts'
import { audienceOfPlan } from '#server/domains/audiences/service.ts'
import { aMessage, aReaction } from '#server/domains/channels/testing.ts'
import { aRoom } from '#server/domains/rooms/testing.ts'
import { many, sql } from '#server/platform/db/query.ts'
import type { Platform } from '#server/platform/platform.ts'

import { idOf } from './ids.ts'
import { addStoryPicture } from './media.ts'
import type { StoryMessage, StoryTalk } from './talk.ts'

interface Told {
  creatorId: string
  handle: string
  ids: ReadonlyMap<string, string>
  plans: ReadonlyMap<string, string>
  dayBefore: (daysAgo: number) => Date
}

/** Below the posts of a page and in its rooms, people talk. */
export async function tellTalk(
  platform: Platform,
  { comments, rooms }: StoryTalk,
  told: Told,
): Promise<void> {
  const { db } = platform.database
  const posts = await many(
    db,
    sql<{ id: string; title: string }>`select id, title from posts
      where creator_id = ${told.creatorId} and title is not null`,
  )
  const byTitle = new Map(posts.map(({ id, title }) => [title, id]))
  for (const [title, messages] of Object.entries(comments))
    await say(platform, idOf(byTitle, title), messages, told)
  for (const { name, topic, plan, isForNews = false, messages } of rooms) {
    const planId = plan === undefined ? null : idOf(told.plans, `${told.handle}/${plan}`)
    const room = await aRoom(db, told.creatorId, {
      name,
      emoji: '',
      topic,
      audience: audienceOfPlan(planId),
      writeFrom: isForNews ? 'nobody' : 'readers',
    })
    await say(platform, room.id, messages, told)
  }
}

async function say(
  platform: Platform,
  channelId: string,
  messages: readonly StoryMessage[],
  told: Told,
): Promise<void> {
  const { db } = platform.database
  const all = messages
    .flatMap((message) => [
      { message, root: null },
      ...(message.replies ?? []).map((reply) => ({ message: reply, root: message })),
    ])
    .toSorted((one, other) => other.message.daysAgo - one.message.daysAgo)
  const seqs = new Map<StoryMessage, number>()
  for (const { message, root } of all) {
    const authorId = idOf(told.ids, message.by)
    const now = told.dayBefore(message.daysAgo)
    const { picture } = message
    const mediaIds = picture ? [await addStoryPicture(platform, picture.name, authorId, picture.alt)] : []
    const rootSeq = root === null ? undefined : seqs.get(root)
    const { seq } = await aMessage(db, channelId, authorId, {
      body: withMentions(message.text, told.ids),
      mediaIds,
      now,
      ...(rootSeq !== undefined && { rootSeq }),
    })
    seqs.set(message, seq)
    for (const [emoji, people] of Object.entries(message.reactions ?? {}))
      for (const person of people) await aReaction(db, channelId, idOf(told.ids, person), { seq, emoji })
  }
}

function withMentions(text: string, ids: ReadonlyMap<string, string>): string {
  return text.replaceAll(/@([a-z]+)/g, (whole, key: string) => {
    const id = ids.get(key)
    return id === undefined ? whole : mentionOf(id)
  })
}
