import { contestDispute } from '../billing/dispute.ts'
import type { Context } from '../core/context.ts'
import type { Dispute, DisputeEvidence } from '../core/entities.ts'
import { badRequest } from '../core/errors.ts'
import { isRecord } from '../http/exchange.ts'
import { allowKeys, findInteger, findText, requireText } from '../http/fields.ts'
import { pageOf } from '../http/paging.ts'
import { disputeWire } from '../wire/dispute.ts'
import { type ApiRoute, type Call, getEntity, idAt } from './call.ts'

const CONTEST_KEYS = [
  'amount',
  'summary',
  'shipping_proof',
  'billing_proof',
  'cancellation_proof',
  'customer_communication',
  'proof_of_service',
  'explanation_letter',
  'refund_confirmation',
  'access_activity_log',
  'refund_cancellation_policy',
  'term_and_conditions',
  'others',
  'action',
]
const SUMMARY_MAX = 1000

function readContest(call: Call, dispute: Dispute): DisputeEvidence {
  const { body, context } = call
  allowKeys(body, CONTEST_KEYS)
  const action = findText(body, 'action') ?? 'draft'
  if (action !== 'draft' && action !== 'submit') throw badRequest('The selected action is invalid.', 'action')
  const summary = findText(body, 'summary') ?? ''
  if (summary.length > SUMMARY_MAX)
    throw badRequest(`The summary may not be greater than ${SUMMARY_MAX} characters.`, 'summary')
  const amount = findInteger(body, 'amount') ?? dispute.amount
  if (amount < 1 || amount > dispute.amount)
    throw badRequest('The contest amount may not be greater than the dispute amount.', 'amount')
  const documents = readOthers(body['others'], context)
  if (action === 'submit' && summary === '' && documents.length === 0)
    throw badRequest('Evidence is required to contest the dispute.', 'summary')
  return { amount, summary, documents, submittedAt: action === 'submit' ? context.clock.now() : null }
}

function readOthers(value: unknown, { state }: Context): DisputeEvidence['documents'] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw badRequest('The others must be an array.', 'others')
  return value.map((entry: unknown) => {
    if (!isRecord(entry) || !Array.isArray(entry['document_ids']))
      throw badRequest('The document ids field is required.', 'others')
    const documentIds = entry['document_ids'].map(String)
    for (const id of documentIds)
      if (!Object.hasOwn(state.documents, id)) throw badRequest(`${id} is not a valid id`)
    return { type: requireText(entry, 'type'), documentIds }
  })
}

/** Banks open and decide disputes; the merchant answers. */
export const disputeRoutes: ApiRoute[] = [
  {
    method: 'GET',
    path: 'disputes',
    answer: (call) =>
      pageOf(
        call.query,
        [],
        Object.values(call.context.state.disputes),
        (entry) => entry.createdAt,
        disputeWire,
      ),
  },
  {
    method: 'GET',
    path: 'disputes/:id',
    answer: (call) => disputeWire(getEntity(call.context.state.disputes, 'disp', idAt(call, 0))),
  },
  {
    method: 'PATCH',
    path: 'disputes/:id/contest',
    answer: (call) => {
      const dispute = getEntity(call.context.state.disputes, 'disp', idAt(call, 0))
      contestDispute(call.context, dispute, readContest(call, dispute))
      return disputeWire(dispute)
    },
  },
]
