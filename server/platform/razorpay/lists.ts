import type * as z from 'zod/mini'

import { collectionOf } from './entities.ts'

/** The most that one page of the provider's lists holds. */
export const PAGE_SIZE = 100
const CLOCKS_DIFFER_MS = 5 * 60_000

/** Calls the provider, and reads the answer. Throws `RazorpayError`. */
export type Ask = <Schema extends z.core.$ZodType>(
  answer: Schema,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
) => Promise<z.core.output<Schema>>

/** Every page of a list, whatever its length; `path` ends in `?` or `&`. */
export async function readPages<Schema extends z.core.$ZodType>(
  ask: Ask,
  entity: Schema,
  path: string,
): Promise<z.core.output<Schema>[]> {
  const all: z.core.output<Schema>[] = []
  for (;;) {
    const { items } = await ask(collectionOf(entity), 'GET', `${path}count=${PAGE_SIZE}&skip=${all.length}`)
    all.push(...items)
    if (items.length < PAGE_SIZE) return all
  }
}

/** The same for entries made since then, or for all of them; each once. */
export async function listAll<Schema extends z.core.$ZodType<{ id: string }>>(
  ask: Ask,
  entity: Schema,
  path: string,
  since?: Date,
): Promise<z.core.output<Schema>[]> {
  const from = since ? `from=${Math.floor((since.getTime() - CLOCKS_DIFFER_MS) / 1000)}&` : ''
  // New ones push the others to later pages while we turn them: some come twice, none is missed.
  const items = await readPages(ask, entity, path + from)
  return [...new Map(items.map((item) => [item.id, item])).values()]
}
