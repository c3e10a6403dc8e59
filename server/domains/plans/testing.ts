import type { Db } from '#server/platform/db/query.ts'
import { newSuffix } from '#server/platform/ids.ts'

import { addPlan, type PlanForm, type PlanRow } from './service.ts'

/** A plan on offer; omitted fields are made up. */
export function aPlan(
  db: Db,
  creatorId: string,
  given: Partial<PlanForm> & { now?: Date } = {},
): Promise<PlanRow> {
  const { now, ...form } = given
  return addPlan(
    db,
    creatorId,
    {
      name: `Tipsy ${newSuffix()}`,
      priceCents: 999,
      currency: 'USD',
      description: 'Everything, a week early.',
      ...form,
    },
    now ?? new Date(),
  )
}
