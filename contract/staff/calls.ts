import type { CallOf } from '../http/route.ts'
import type * as passRoutes from './pass-routes.ts'
import type * as routes from './routes.ts'

export const suspendPerson: CallOf<typeof routes.suspendPerson> = {
  method: 'POST',
  path: '/staff/people/:userId/suspend',
}
export const reinstatePerson: CallOf<typeof routes.reinstatePerson> = {
  method: 'POST',
  path: '/staff/people/:userId/reinstate',
}
export const removeLostFactors: CallOf<typeof routes.removeLostFactors> = {
  method: 'POST',
  path: '/staff/people/:userId/lost-factors',
}
export const keepLostFactors: CallOf<typeof routes.keepLostFactors> = {
  method: 'POST',
  path: '/staff/people/:userId/lost-factors/keep',
}
export const getOwnPass: CallOf<typeof passRoutes.getOwnPass> = { method: 'GET', path: '/user/support-pass' }
export const givePass: CallOf<typeof passRoutes.givePass> = { method: 'POST', path: '/user/support-pass' }
export const takePassBack: CallOf<typeof passRoutes.takePassBack> = {
  method: 'DELETE',
  path: '/user/support-pass',
}
