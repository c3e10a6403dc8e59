import type { Db } from './db/query.ts'

/** A domain's part of what a person can take along: about them, or about their page. */
export interface OwnDataPart {
  about: 'person' | 'page'
  /** `id`: the user's, or the page's. The fields of all parts become one object. */
  collect: (db: Db, id: string, now: Date) => Promise<object>
}

/** The parts of the running app. Filled once when the app is built. */
let registered: readonly OwnDataPart[] = []

/** Called by the app with all domains' parts. */
export function registerOwnData(parts: readonly OwnDataPart[]): void {
  registered = parts
}

/** Everything that the domains keep about a person or a page. */
export async function collectOwnData(
  db: Db,
  about: OwnDataPart['about'],
  id: string,
  now: Date,
): Promise<Record<string, unknown>> {
  const collected: Record<string, unknown> = {}
  for (const part of registered)
    if (part.about === about) Object.assign(collected, await part.collect(db, id, now))
  return collected
}
