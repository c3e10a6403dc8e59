import type { ErrorState } from '#contract/console/rules.ts'
import { type Db, many, maybeOne, sql } from '#server/platform/db/query.ts'

export interface ErrorGroup {
  id: string
  source: 'request' | 'job'
  place: string
  kind: string
  frames: string[]
  reference: string | null
  release: string
  count: number
  firstSeenAt: Date
  lastSeenAt: Date
  resolvedAt: Date | null
}

const columns = sql`e.id, e.source, e.place, e.kind, e.frames, e.reference, e.release, e.count,
  e.first_seen_at as "firstSeenAt", e.last_seen_at as "lastSeenAt", e.resolved_at as "resolvedAt"`

/** The ones that happened last first. */
export function listErrorGroups(
  db: Db,
  asked: { state: ErrorState; cursor: string | null; limit: number },
): Promise<ErrorGroup[]> {
  const { state, cursor, limit } = asked
  const isInState = state === 'open' ? sql`e.resolved_at is null` : sql`e.resolved_at is not null`
  const isAfter =
    cursor === null
      ? sql`true`
      : sql`(e.last_seen_at, e.id) < (select last_seen_at, id from errors_seen where id = ${cursor})`
  return many(
    db,
    sql<ErrorGroup>`select ${columns} from errors_seen e where ${isInState} and ${isAfter}
      order by e.last_seen_at desc, e.id desc limit ${limit}`,
  )
}

export function findErrorGroup(db: Db, id: string): Promise<ErrorGroup | null> {
  return maybeOne(db, sql<ErrorGroup>`select ${columns} from errors_seen e where e.id = ${id}`)
}
