import { exportOwnData } from '#contract/takeout/routes.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import { exportData } from './export.ts'
import { exportLimits } from './limits.ts'

export const exportImplementations: Implementation[] = [
  implementForMember(exportOwnData, (db, { viewer, now }) => exportData(db, viewer.id, now), {
    isHeavy: true,
    limits: exportLimits,
  }),
]
