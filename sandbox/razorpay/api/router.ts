import type { Context } from '../core/context.ts'
import type { Wire } from '../core/entities.ts'
import { ApiError } from '../core/errors.ts'
import { requireKeys } from '../http/auth.ts'
import { parseBody, type Exchange } from '../http/exchange.ts'
import { readQuery } from '../http/paging.ts'
import type { ApiRoute } from './call.ts'
import { addonRoutes } from './addons.ts'
import { customerRoutes } from './customers.ts'
import { disputeRoutes } from './disputes.ts'
import { documentRoutes } from './documents.ts'
import { invoiceRoutes } from './invoices.ts'
import { orderRoutes } from './orders.ts'
import { paymentRoutes } from './payments.ts'
import { payoutRoutes } from './payouts.ts'
import { planRoutes } from './plans.ts'
import { refundRoutes } from './refunds.ts'
import { settlementReportRoutes } from './settlement-report.ts'
import { settlementRoutes } from './settlements.ts'
import { cancelRoutes } from './subscription-cancel.ts'
import { pauseRoutes } from './subscription-pause.ts'
import { updateRoutes } from './subscription-update.ts'
import { subscriptionRoutes } from './subscriptions.ts'

const ROUTES: ApiRoute[] = [
  ...planRoutes,
  ...subscriptionRoutes,
  ...updateRoutes,
  ...cancelRoutes,
  ...pauseRoutes,
  ...addonRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...documentRoutes,
  ...settlementRoutes,
  ...settlementReportRoutes,
  ...payoutRoutes,
  ...customerRoutes,
  ...orderRoutes,
]

/** The ids in the path when it fits the pattern, else null. */
function matchPath(pattern: string, segments: string[]): string[] | null {
  const parts = pattern.split('/')
  if (parts.length !== segments.length) return null
  const ids: string[] = []
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    if (part === ':id') ids.push(segment)
    else if (part !== segment) return null
  }
  return ids
}

/** Answers one call of the REST API below /v1, or throws its refusal. */
export function answerApi(context: Context, exchange: Exchange): Wire {
  requireKeys(context, exchange.request.headers.authorization)
  for (const route of ROUTES) {
    if (route.method !== exchange.method) continue
    const ids = matchPath(route.path, exchange.segments.slice(1))
    if (ids === null) continue
    const body = exchange.method === 'GET' ? {} : parseBody(exchange)
    return route.answer({
      context,
      ids,
      body,
      query: readQuery(exchange.url),
      headers: exchange.request.headers,
    })
  }
  throw new ApiError(400, 'The requested URL was not found on the server.', { reason: 'NA' })
}
