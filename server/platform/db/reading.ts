import type { KyselyPlugin } from 'kysely'

import type { Db } from './query.ts'

const isWrite = (statement: string) =>
  ['insert into ', 'delete from ', '(update '].some((words) => statement.includes(words)) ||
  statement.startsWith('update ')

const refusingWrites: KyselyPlugin = {
  transformQuery({ node }) {
    const text = 'sqlFragments' in node ? node.sqlFragments.join('$').trim() : ''
    if (isWrite(text.toLowerCase())) throw new Error(`A GET must not write: ${text.slice(0, 120)}`)
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

const readers = new WeakMap<Db, Db>()

/**
 * The same connection for a call that only reads: it refuses to write, so that a test finds a GET that does. What
 * reading notes goes through `write-behind.ts`. Production does not look.
 */
export function readingOf(db: Db): Db {
  if (process.env['NODE_ENV'] === 'production') return db
  const reader = readers.get(db) ?? db.withPlugin(refusingWrites)
  readers.set(db, reader)
  return reader
}
