import { setAdultPages } from '#contract/accounts/adult-routes.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'

import { saveSeesAdultPages } from './queries.ts'

export const adultImplementations: Implementation[] = [
  implementForMember(setAdultPages, async (db, { input, viewer }) => {
    await saveSeesAdultPages(db, viewer.id, input.seesAdultPages)
    return input
  }),
]
