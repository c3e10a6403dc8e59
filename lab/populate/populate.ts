import type pg from 'pg'

import { writePosts } from './content.ts'
import { inPartsOfPosts } from './listed-posts.ts'
import { writeMarks } from './marks.ts'
import { writeMemberships } from './memberships.ts'
import { listPages, writePeople } from './people.ts'
import { writePictures, writePolls } from './pictures-and-polls.ts'
import { writePrices } from './prices.ts'
import { type Figures, shapeOf } from './shape.ts'
import { writeTalk } from './talk.ts'
import { writeAll, type Writer } from './writer.ts'

/**
 * People with their money and what goes with their posts, and beside them what is written: nothing of one is read for the other, and
 * both take about as long. Each has no indexes meanwhile.
 */
const PEOPLE = [
  'users',
  'sessions',
  'creators',
  'creator_topics',
  'subscriptions',
  'payments',
  'ledger_transactions',
  'ledger_entries',
  'ledger_chain',
  'balance_days',
  'refunds',
  'receipts',
  'events',
  'post_likes',
  'post_like_counts',
  'post_openings',
  'media',
  'media_renditions',
  'poll_votes',
]
const TEXTS = [
  'posts',
  'post_search',
  'messages',
  'read_marks',
  'channels',
  'follows',
  'notifications',
  'participants',
  'conversations',
]

/** Fills a migrated database in which nobody is yet. */
export async function populate(
  connection: pg.ClientConfig,
  figures: Figures,
  tell: (line: string) => void,
): Promise<void> {
  const shape = shapeOf(figures)
  const people = async (writer: Writer) => {
    await listPages(writer, shape)
    await writePrices(writer)
    await writePeople(writer, shape)
    await writeMemberships(writer, shape)
    await inPartsOfPosts(writer, shape, 'likes, openings, pictures and polls', async () => {
      await writeMarks(writer, shape)
      await writePictures(writer)
      await writePolls(writer, shape)
    })
  }
  const texts = async (writer: Writer) => {
    await listPages(writer, shape)
    await writePosts(writer, shape)
    await writeTalk(writer, shape)
  }
  await writeAll(connection, tell, {
    isEmpty: 'select not exists (select from users) and not exists (select from posts) as "isEmpty"',
    parts: [
      { tables: PEOPLE, keyed: [], work: people },
      { tables: TEXTS, keyed: ['post_search'], work: texts },
    ],
  })
}
