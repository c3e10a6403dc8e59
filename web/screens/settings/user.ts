import type { getLoggedInUser } from '#contract/accounts/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'

export type User = OutputOf<typeof getLoggedInUser>['user']
