import { randomUUID } from 'node:crypto'

import * as contract from '#contract/conversations/routes.ts'
import { setMessageRules } from '#contract/conversations/rule-routes.ts'
import { DEFAULT_MESSAGE_RULES } from '#contract/conversations/rules.ts'
import { aSession, aUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import type { PlanRow } from '#server/domains/plans/service.ts'
import { aSubscription } from '#server/domains/subscriptions/testing.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

const DAY_MS = 86_400_000

export interface Person {
  user: BuiltUser
  as: TestSession
}

/** People who write to each other, and the calls they make, on one app. */
export function tellConversations(app: TestApp) {
  return {
    /** Somebody who has been here for a month. */
    async aPerson(name: string): Promise<Person> {
      const user = await aUser(app.db, { name, now: new Date(app.clock.now().getTime() - 30 * DAY_MS) })
      return { user, as: await aSession(app.db, app.platform, user.id) }
    },
    aMembership(person: Person, plan: PlanRow) {
      const now = app.clock.now()
      const accessUntil = new Date(now.getTime() + 90 * DAY_MS)
      return aSubscription(app.db, person.user.id, plan, { now, accessUntil })
    },
    start(
      from: Person,
      to: { userIds?: string[]; pageHandle?: string },
      body = 'Hello',
      mediaIds?: string[],
    ) {
      const input = { clientKey: randomUUID(), ...to, body, ...(mediaIds && { mediaIds }) }
      return app.call(contract.startConversation, input, { as: from.as })
    },
    async listOf({ as }: Person, filter: 'all' | 'unread' | 'requests' = 'all') {
      return (await app.call(contract.listConversations, { filter }, { as })).body
    },
    setRules({ as }: Person, rules: Partial<typeof DEFAULT_MESSAGE_RULES>) {
      const whole = { ...DEFAULT_MESSAGE_RULES, ...rules }
      return app.call(setMessageRules, { ...whole, planIds: [...whole.planIds] }, { as })
    },
  }
}
