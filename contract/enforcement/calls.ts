import type { CallOf } from '../http/route.ts'
import type * as grievanceRoutes from './grievance-routes.ts'
import type * as pageRoutes from './page-routes.ts'
import type * as routes from './routes.ts'
import type * as staffRoutes from './staff-routes.ts'
import type * as transparencyRoutes from './transparency-routes.ts'

export const reportItem: CallOf<typeof routes.reportItem> = { method: 'POST', path: '/reports' }
export const listOwnReports: CallOf<typeof routes.listOwnReports> = { method: 'GET', path: '/reports' }
export const listOwnCases: CallOf<typeof routes.listOwnCases> = { method: 'GET', path: '/cases' }
export const getOwnCase: CallOf<typeof routes.getOwnCase> = { method: 'GET', path: '/cases/:caseId' }
export const appealDecision: CallOf<typeof routes.appealDecision> = {
  method: 'POST',
  path: '/cases/:caseId/appeal',
}
export const sayFixed: CallOf<typeof routes.sayFixed> = { method: 'POST', path: '/cases/:caseId/fix' }
export const fileGrievance: CallOf<typeof grievanceRoutes.fileGrievance> = {
  method: 'POST',
  path: '/grievances',
}
export const getGrievance: CallOf<typeof grievanceRoutes.getGrievance> = {
  method: 'GET',
  path: '/grievances/:number',
}
export const listGrievances: CallOf<typeof grievanceRoutes.listGrievances> = {
  method: 'GET',
  path: '/staff/grievances',
}
export const answerGrievance: CallOf<typeof grievanceRoutes.answerGrievance> = {
  method: 'POST',
  path: '/staff/grievances/:number/answer',
}
export const listPageReports: CallOf<typeof pageRoutes.listPageReports> = {
  method: 'GET',
  path: '/creators/:pageHandle/reports',
}
export const decidePageCase: CallOf<typeof pageRoutes.decidePageCase> = {
  method: 'POST',
  path: '/cases/:caseId/decide',
}
export const listCases: CallOf<typeof staffRoutes.listCases> = { method: 'GET', path: '/staff/cases' }
export const getCase: CallOf<typeof staffRoutes.getCase> = { method: 'GET', path: '/staff/cases/:caseId' }
export const decideCase: CallOf<typeof staffRoutes.decideCase> = {
  method: 'POST',
  path: '/staff/cases/:caseId/decide',
}
export const answerAppeal: CallOf<typeof staffRoutes.answerAppeal> = {
  method: 'POST',
  path: '/staff/cases/:caseId/appeal',
}
export const extendHold: CallOf<typeof staffRoutes.extendHold> = {
  method: 'POST',
  path: '/staff/cases/:caseId/extend-hold',
}
export const recordAppeal: CallOf<typeof staffRoutes.recordAppeal> = {
  method: 'POST',
  path: '/staff/cases/:caseId/appealed',
}
export const confirmFix: CallOf<typeof staffRoutes.confirmFix> = {
  method: 'POST',
  path: '/staff/cases/:caseId/fixed',
}
export const getTransparency: CallOf<typeof transparencyRoutes.getTransparency> = {
  method: 'GET',
  path: '/transparency',
}
