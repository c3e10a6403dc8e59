import type pg from 'pg'

import { writePosts } from './content.ts'
import { writeMemberships } from './memberships.ts'
import { writePeople } from './people.ts'
import { writePrices } from './prices.ts'
import { type Figures, shapeOf } from './shape.ts'
import { writeTalk } from './talk.ts'
import { writeAll } from './writer.ts'

/** What is filled, and has no indexes meanwhile. */
const TABLES = [
  'users',
  'sessions',
  'creators',
  'creator_topics',
  'posts',
  'post_search',
  'post_likes',
  'post_openings',
  'messages',
  'read_marks',
  'channels',
  'follows',
  'notifications',
  'participants',
  'conversations',
  'subscriptions',
  'payments',
  'ledger_transactions',
  'ledger_entries',
]

/** Fills a migrated database in which nobody is yet. */
export async function populate(
  connection: pg.ClientConfig,
  figures: Figures,
  tell: (line: string) => void,
): Promise<void> {
  const shape = shapeOf(figures)
  await writeAll(connection, { tables: TABLES, tell }, async (writer) => {
    const [found] = await writer.rows<{ isUsed: boolean }>('select exists (select from users) as "isUsed"')
    if (found?.isUsed)
      throw new PopulateError(
        'This database is not empty: somebody has an account in it. Set another DATA_DIR, or DATABASE_URL, and try again.',
      )
    await writePrices(writer)
    await writePeople(writer, shape)
    await writeMemberships(writer, shape)
    await writePosts(writer, shape)
    await writeTalk(writer, shape)
  })
}

/** A sentence for whoever started it. */
export class PopulateError extends Error {}
