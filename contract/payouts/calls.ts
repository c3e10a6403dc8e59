import type { CallOf } from '../http/route.ts'
import type * as closingRoutes from './closing-routes.ts'
import type * as routes from './routes.ts'
import type * as statementRoutes from './statement-routes.ts'

export const getEarnings: CallOf<typeof routes.getEarnings> = {
  method: 'GET',
  path: '/creatorpayments/getEarnings',
}
export const getBalance: CallOf<typeof routes.getBalance> = {
  method: 'GET',
  path: '/creatorpayments/getBalance',
}
export const getPayoutDetails: CallOf<typeof routes.getPayoutDetails> = {
  method: 'GET',
  path: '/payout/details',
}
export const savePayoutDetails: CallOf<typeof routes.savePayoutDetails> = {
  method: 'PUT',
  path: '/payout/details',
}
export const requestPayout: CallOf<typeof routes.requestPayout> = { method: 'POST', path: '/payout/request' }
export const getPayouts: CallOf<typeof routes.getPayouts> = { method: 'GET', path: '/payout/getPayouts' }
export const getClosing: CallOf<typeof closingRoutes.getClosing> = { method: 'GET', path: '/payout/closing' }
export const getStatements: CallOf<typeof statementRoutes.getStatements> = {
  method: 'GET',
  path: '/payout/statements',
}
export const getStatement: CallOf<typeof statementRoutes.getStatement> = {
  method: 'GET',
  path: '/payout/statement/:month',
}
export const getStatementFile: CallOf<typeof statementRoutes.getStatementFile> = {
  method: 'GET',
  path: '/payout/statement/:month/:format',
}
