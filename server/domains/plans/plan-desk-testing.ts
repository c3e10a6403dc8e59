import { deletePlan, getCreatorPlans, updatePlan, upsertPlan } from '#contract/plans/routes.ts'
import { aSignedInUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import type { TestApp, TestSession } from '#server/testing/test-app.ts'

/** A plan as its form sends it. */
export const planForm = { name: 'Tipsy', price: 9.99, description: 'Everything, a week early.' }

/** A creator's actions on plans, through the routes; omitted fields are as in the form above. */
export function planDesk(app: TestApp) {
  return {
    async open() {
      const { user, session } = await aSignedInUser(app)
      const creator = await aCreator(app.db, user.id)
      return { session, creator, pageHandle: creator.handle }
    },
    add: (pageHandle: string, session: TestSession, given: Record<string, unknown> = {}) =>
      app.call(upsertPlan, { pageHandle, ...planForm, ...given }, { as: session }),
    edit: (pageHandle: string, session: TestSession, planId: string, given: Record<string, unknown> = {}) =>
      app.call(updatePlan, { pageHandle, planId, ...planForm, ...given }, { as: session }),
    remove: (pageHandle: string, session: TestSession, planId: string) =>
      app.call(deletePlan, { pageHandle, planId }, { as: session }),
    offered: async (pageHandle: string) => (await app.call(getCreatorPlans, { pageHandle })).body,
  }
}
