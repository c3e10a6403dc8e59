import type { getLoggedInUser } from '#contract/accounts/routes.ts'
import type { OutputOf } from '#contract/http/route.ts'

export type User = OutputOf<typeof getLoggedInUser>['user']
