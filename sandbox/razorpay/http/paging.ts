import { badRequest } from '../core/errors.ts'
import { collectionWire } from '../wire/notes.ts'
import type { Wire } from '../core/entities.ts'
import { allowKeys, findInteger, type Fields } from './fields.ts'

const PAGE_KEYS = ['count', 'skip', 'from', 'to']
const DEFAULT_COUNT = 10
const MAX_COUNT = 100

/** The query as fields. expand[] in all its spellings is dropped: its data is always included. */
export function readQuery(url: URL): Fields {
  return Object.fromEntries([...url.searchParams].filter(([key]) => !key.startsWith('expand')))
}

function readBounded(fields: Fields, name: string, minimum: number, fallback: number): number {
  const value = findInteger(fields, name) ?? fallback
  if (value < minimum) throw badRequest(`The ${name} must be at least ${minimum}.`, name)
  return value
}

/** One page, newest first: count (10, at most 100), skip, and from/to on created_at in unix seconds. */
export function pageOf<Entity>(
  query: Fields,
  filters: readonly string[],
  entities: readonly Entity[],
  createdAt: (entity: Entity) => number,
  toWire: (entity: Entity) => Wire,
): Wire {
  allowKeys(query, [...PAGE_KEYS, ...filters])
  const count = readBounded(query, 'count', 1, DEFAULT_COUNT)
  if (count > MAX_COUNT) throw badRequest(`The count may not be greater than ${MAX_COUNT}.`, 'count')
  const skip = readBounded(query, 'skip', 0, 0)
  const from = findInteger(query, 'from') ?? Number.MIN_SAFE_INTEGER
  const to = findInteger(query, 'to') ?? Number.MAX_SAFE_INTEGER
  const matching = entities.filter((entity) => createdAt(entity) >= from && createdAt(entity) <= to)
  // Insertion order breaks ties within a second.
  const newestFirst = matching.toReversed().toSorted((left, right) => createdAt(right) - createdAt(left))
  return collectionWire(newestFirst.slice(skip, skip + count).map(toWire))
}
