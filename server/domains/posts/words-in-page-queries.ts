import type { RawBuilder } from 'kysely'

import { sql } from '#server/platform/db/query.ts'

/**
 * Whether a row `s` of `post_search` is of this page and has what a `query` for `to_tsquery` says, by the index that holds
 * each word beside its page. Without a word nothing is found; of the page alone, all would be.
 */
export function isInPageWithWordsSql(creatorId: string, query: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(numnode(${query}) > 0
    and (array_to_tsvector(array['in:' || s.creator_id::text]) || s.all_words) @@ (${`'in:${creatorId}'`}::tsquery && ${query}))`
}
