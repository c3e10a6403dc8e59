import * as z from 'zod/mini'

import { exportOwnData, type OwnData } from '#contract/takeout/routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { collectOwnData } from '#server/platform/own-data.ts'

/** All data stored about a person, from every domain that has some. */
export async function exportData(db: Db, userId: string, now: Date): Promise<OwnData> {
  return z.parse(exportOwnData.output, await collectOwnData(db, 'person', userId, now))
}
