import type { CallOf } from '../http/route.ts'
import type * as insightRoutes from './insight-routes.ts'
import type * as memberRoutes from './member-routes.ts'
import type * as visitRoutes from './visit-routes.ts'

export const getInsights: CallOf<typeof insightRoutes.getInsights> = {
  method: 'GET',
  path: '/analytics/summary',
}
export const getMovements: CallOf<typeof insightRoutes.getMovements> = {
  method: 'GET',
  path: '/analytics/movements',
}
export const getCohorts: CallOf<typeof insightRoutes.getCohorts> = {
  method: 'GET',
  path: '/analytics/cohorts',
}
export const getVisitors: CallOf<typeof insightRoutes.getVisitors> = {
  method: 'GET',
  path: '/analytics/sources',
}
export const getPostInsights: CallOf<typeof insightRoutes.getPostInsights> = {
  method: 'GET',
  path: '/analytics/posts',
}
export const getInsightsFile: CallOf<typeof insightRoutes.getInsightsFile> = {
  method: 'GET',
  path: '/analytics/export',
}
export const getMembers: CallOf<typeof memberRoutes.getMembers> = { method: 'GET', path: '/members' }
export const getMemberCounts: CallOf<typeof memberRoutes.getMemberCounts> = {
  method: 'GET',
  path: '/members/counts',
}
export const getMember: CallOf<typeof memberRoutes.getMember> = {
  method: 'GET',
  path: '/members/:m2cSubscriptionId',
}
export const getMembersFile: CallOf<typeof memberRoutes.getMembersFile> = {
  method: 'GET',
  path: '/members/export',
}
export const getSharing: CallOf<typeof memberRoutes.getSharing> = { method: 'GET', path: '/members/sharing' }
export const setSharing: CallOf<typeof memberRoutes.setSharing> = {
  method: 'PUT',
  path: '/members/sharing/:m2cSubscriptionId',
}
export const noteVisit: CallOf<typeof visitRoutes.noteVisit> = { method: 'POST', path: '/visits' }
export const notePlay: CallOf<typeof visitRoutes.notePlay> = { method: 'POST', path: '/visits/plays' }
