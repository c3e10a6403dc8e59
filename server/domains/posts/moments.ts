import type * as z from 'zod/mini'

import type { toldStep } from '#contract/audiences/steps.ts'
import type { Db } from '#server/platform/db/query.ts'

import type { Reader } from './access.ts'
import { listNextMoments, type StepRow } from './moment-queries.ts'
import type { PostRow } from './listed-post-queries.ts'

type ToldStep = z.infer<typeof toldStep>

export interface NextMoments {
  opensNext: ToldStep | null
  closesNext: ToldStep | null
}

export const NO_MOMENTS: NextMoments = { opensNext: null, closesNext: null }

/** When posts open or close next for a reader, by their audience. Few have steps to come; other lists ask nothing. */
export async function findNextMoments(
  db: Db,
  posts: readonly Pick<PostRow, 'audienceId' | 'hasMoments'>[],
  { viewerId, now }: Reader,
): Promise<Map<string, NextMoments>> {
  const audienceIds = posts.filter(({ hasMoments }) => hasMoments).map(({ audienceId }) => audienceId)
  if (audienceIds.length === 0) return new Map()
  const rows = await listNextMoments(db, { viewerId, now }, [...new Set(audienceIds)])
  return new Map(
    rows.map((row) => [
      row.audienceId,
      { opensNext: present(row.opensNext), closesNext: present(row.closesNext) },
    ]),
  )
}

function present(step: StepRow | null): ToldStep | null {
  return step && { ...step, at: new Date(step.at).toISOString() }
}
