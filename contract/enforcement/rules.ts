/* Without zod: the dialog that reports something loads this in the browser. */

/** What can be reported. A new kind also needs its entry in `server/domains/enforcement/targets/`. */
export const TARGET_KINDS = ['message', 'post', 'question', 'page', 'person'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** Why something is reported. A decision names one of them as the rule that was broken. */
export const REPORT_REASONS = [
  'spam',
  'harassment',
  'hate',
  'nudity',
  'impersonation',
  'rights',
  'other',
  'illegal',
  'intimate',
  'child',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** These go to the operator at once, and what can be hidden is out of sight until somebody has looked at it. */
export const GRAVE_REASONS: ReadonlySet<ReportReason> = new Set(['illegal', 'intimate', 'child'])

/** Who decides: whoever keeps order on the page where it stands, or the operator's staff. */
export const CASE_LEVELS = ['page', 'operator'] as const
export type CaseLevel = (typeof CASE_LEVELS)[number]

/** How soon a case has to be decided; the days and hours are in deadlines.ts. The last is the most urgent. */
export const URGENCIES = ['ordinary', 'listed', 'intimate', 'order'] as const
export type Urgency = (typeof URGENCIES)[number]

/** How urgent a reason makes a case. For children we hold ourselves to the shortest time that a report can have. */
export function urgencyOf(reason: ReportReason): Urgency {
  if (reason === 'intimate' || reason === 'child') return 'intimate'
  return reason === 'illegal' ? 'listed' : 'ordinary'
}

/** What a decision does. `none`: the item breaks no rule. */
export const MEASURES = [
  'none',
  'label',
  'hide',
  'remove',
  'unlist',
  'stop_posting',
  'stop_joining',
  'hold_payouts',
  'suspend',
] as const
export type Measure = (typeof MEASURES)[number]

/** What is decided about a page for a time: it is for adults, isn't listed, may not publish, take members or be paid. */
export const PAGE_LIMITS = ['label', 'unlist', 'stop_posting', 'stop_joining', 'hold_payouts'] as const
export type PageLimit = (typeof PAGE_LIMITS)[number]

/** Whether a measure is a page's limit, and so has an end. */
export function isPageLimit(measure: Measure): measure is PageLimit {
  return PAGE_LIMITS.some((limit) => limit === measure)
}

/** What the staff may decide about each kind of item. A person can only be suspended. */
export const MEASURES_OF: Record<TargetKind, readonly Measure[]> = {
  message: ['none', 'hide', 'remove', 'suspend'],
  post: ['none', 'hide', 'remove', 'suspend'],
  question: ['none', 'remove', 'suspend'],
  page: ['none', ...PAGE_LIMITS, 'suspend'],
  person: ['none', 'suspend'],
}

/** What whoever keeps order on a page may decide about a message there. */
export const PAGE_MEASURES = ['none', 'hide', 'remove'] as const
export type PageMeasure = (typeof PAGE_MEASURES)[number]

/** What a decision rests on: a law, or the terms of this site. */
export const GROUNDS = ['law', 'terms'] as const
export type Ground = (typeof GROUNDS)[number]

/** Why a measure ended: before its time, or because it was over. */
export const LIFTED_BECAUSE = ['appeal', 'unanswered', 'fixed', 'moderator', 'over'] as const
export type LiftedBecause = (typeof LIFTED_BECAUSE)[number]

export const CASE_STATES = ['open', 'decided'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** The terms that decisions name, by the day they took effect. */
export const RULES_VERSION = '2026-11-01'

export const REPORT_TEXT_MAX_LENGTH = 2000
export const REPORTS_PER_DAY = 20
export const FACTS_MAX_LENGTH = 2000
export const APPEAL_MAX_LENGTH = 4000
/** Messages kept before and after a reported one, so that whoever decides can tell what was meant. */
export const CONTEXT_MESSAGES = 5
/** If all of somebody's last reports were declined, the next one doesn't help to hold a message. */
export const DECLINED_IN_A_ROW = 5
export const CASES_PER_PAGE = 20

/** What somebody may write to the grievance officer about. */
export const GRIEVANCE_KINDS = [
  'content',
  'intimate',
  'order',
  'account',
  'payment',
  'privacy',
  'other',
] as const
export type GrievanceKind = (typeof GRIEVANCE_KINDS)[number]

/** How urgent each is: orders of courts and governments have a clock of their own. */
export function urgencyOfGrievance(kind: GrievanceKind): Urgency {
  if (kind === 'intimate' || kind === 'order') return kind
  return kind === 'content' ? 'listed' : 'ordinary'
}

export const GRIEVANCE_MAX_LENGTH = 4000
export const GRIEVANCE_NAME_MAX_LENGTH = 100
export const GRIEVANCE_URL_MAX_LENGTH = 500
export const GRIEVANCES_PER_DAY = 5
