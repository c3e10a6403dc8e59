import type { CallOf } from '../http/route.ts'
import type * as routes from './routes.ts'

export const getCreatorPlans: CallOf<typeof routes.getCreatorPlans> = {
  method: 'GET',
  path: '/creatorPlan/getCreatorPlans/:pageHandle',
}
export const upsertPlan: CallOf<typeof routes.upsertPlan> = {
  method: 'POST',
  path: '/creatorPlan/upsert/:pageHandle',
}
export const updatePlan: CallOf<typeof routes.updatePlan> = {
  method: 'PUT',
  path: '/creatorPlan/update/:pageHandle/:planId',
}
export const deletePlan: CallOf<typeof routes.deletePlan> = {
  method: 'DELETE',
  path: '/creatorPlan/delete/:pageHandle/:planId',
}
