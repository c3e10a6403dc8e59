import { EVERYBODY, SIGNED_IN, STAFF } from './door-verdicts.ts'

/*
 * Reports and decisions, in the table of who may call what: signed out, member, other creator, owner, suspended. The
 * decision is about Asha, the reported comment is on her page. Staff: staff-access.test.ts.
 */

/** Others can't find it. */
const HERS = [401, 404, 404, 'ok', 401] as const

export const ENFORCEMENT_ACCESS = {
  'POST /reports': SIGNED_IN,
  'GET /reports': SIGNED_IN,
  'GET /cases': SIGNED_IN,
  'GET /cases/:caseId': HERS,
  'POST /cases/:caseId/appeal': HERS,
  'POST /cases/:caseId/fix': HERS,
  'GET /creators/:pageHandle/reports': [401, 403, 403, 'ok', 401],
  'POST /cases/:caseId/decide': HERS,
  'POST /grievances': EVERYBODY,
  'GET /grievances/:number': EVERYBODY,
  'GET /transparency': EVERYBODY,
  'GET /staff/grievances': STAFF,
  'POST /staff/grievances/:number/answer': STAFF,
  'GET /staff/cases': STAFF,
  'GET /staff/cases/:caseId': STAFF,
  'POST /staff/cases/:caseId/decide': STAFF,
  'POST /staff/cases/:caseId/appeal': STAFF,
  'POST /staff/cases/:caseId/appealed': STAFF,
  'POST /staff/cases/:caseId/extend-hold': STAFF,
  'POST /staff/cases/:caseId/fixed': STAFF,
} as const

/** What the suspension of Asha does to each. */
export const ENFORCEMENT_SUSPENSIONS = {
  'POST /reports': 'as unknown',
  'GET /reports': 'own',
  'GET /cases': 'own',
  'GET /cases/:caseId': 'own',
  'POST /cases/:caseId/appeal': 'own',
  'POST /cases/:caseId/fix': 'own',
  'GET /creators/:pageHandle/reports': 'as unknown',
  // Her moderators go on deciding about what stands on her page: it may come back.
  'POST /cases/:caseId/decide': 'own',
  'POST /grievances': 'no page',
  'GET /grievances/:number': 'no page',
  'GET /transparency': 'no page',
  'GET /staff/grievances': 'staff',
  'POST /staff/grievances/:number/answer': 'staff',
  'GET /staff/cases': 'staff',
  'GET /staff/cases/:caseId': 'staff',
  'POST /staff/cases/:caseId/decide': 'staff',
  'POST /staff/cases/:caseId/appeal': 'staff',
  'POST /staff/cases/:caseId/appealed': 'staff',
  'POST /staff/cases/:caseId/extend-hold': 'staff',
  'POST /staff/cases/:caseId/fixed': 'staff',
} as const

const GRIEVANCE = { kind: 'other', name: 'Nobody', email: 'nobody@example.org', text: 'Hello' }

/** The input of each of them. */
export function inputsOfEnforcement(given: {
  userId: string
  ownCaseId: string
  pageCaseId: string
}): Record<string, Record<string, unknown>> {
  const own = { caseId: given.ownCaseId }
  const ruling = { measure: 'none', rule: 'spam', ground: 'terms', facts: 'It is a joke.' }
  return {
    'POST /reports': { target: { kind: 'person', id: given.userId }, reason: 'spam' },
    'GET /cases/:caseId': own,
    'POST /cases/:caseId/appeal': { ...own, text: 'It was mine.' },
    'POST /cases/:caseId/fix': own,
    'GET /creators/:pageHandle/reports': { pageHandle: 'asha' },
    'POST /cases/:caseId/decide': { caseId: given.pageCaseId, measure: 'none' },
    'POST /grievances': GRIEVANCE,
    'GET /grievances/:number': { number: 1, token: 'none' },
    'POST /staff/grievances/:number/answer': { number: 1, answer: 'Thank you.' },
    'GET /staff/cases/:caseId': own,
    'POST /staff/cases/:caseId/decide': { ...own, ...ruling },
    'POST /staff/cases/:caseId/appeal': { ...own, outcome: 'upheld', answer: 'It stays.' },
    'POST /staff/cases/:caseId/appealed': { ...own, text: 'By mail.' },
    'POST /staff/cases/:caseId/extend-hold': { ...own, facts: 'The bank has not answered.' },
    'POST /staff/cases/:caseId/fixed': own,
  }
}
