import { formatRelease, type Whereabouts } from '../dates.ts'
import { formatList } from '../lists.ts'
import { plural } from '../plural.ts'
import type { DraftStep } from './draft-steps.ts'
import { audienceTexts as texts } from './messages.ts'
import type { Reach } from './reach.ts'
import { beginOf, sortSteps } from './release.ts'

interface SummaryOptions extends Whereabouts {
  /** The names of plans by their ids; a plan that isn't there is not named. */
  planNames: ReadonlyMap<string, string>
  /** It isn't published yet, so that days are counted and "now" is the moment of publishing. */
  isDraft?: boolean
}

/** An audience in words: "Tipsy from now, Buzzed from 3 May and everyone from 1 June". Steps that are over are left out. */
export function summarizeAudience(steps: readonly DraftStep[], options: SummaryOptions): string {
  const { now, planNames, language } = options
  const ahead = steps.filter(({ untilAt }) => untilAt === null || Date.parse(untilAt) > now.getTime())
  const sorted = sortSteps(ahead, now)
  const [only] = sorted
  const clauses = sorted.map((step, index) => {
    const names = step.planIds.flatMap((planId) => planNames.get(planId) ?? [])
    const who = whoOf({ ...step, planNames: names }, { isFirst: index === 0, language })
    const isAlone = step === only && sorted.length === 1 && step.untilAt === null
    return isAlone && beginOf(step, now) <= now.getTime() ? who : clauseOf(step, who, options)
  })
  return formatList(clauses, 'conjunction', language)
}

function clauseOf(
  { afterDays, fromAt, untilAt }: DraftStep,
  who: string,
  { isDraft = false, ...where }: SummaryOptions,
): string {
  const until = untilAt === null ? null : formatRelease(untilAt, where)
  if (afterDays) {
    const { one, other } = texts.afterDays
    if (until === null) return plural(afterDays, { one: one(who), other: other(who) }, where.language)
    const limited = texts.afterDaysUntil
    const forms = { one: limited.one(who, until), other: limited.other(who, until) }
    return plural(afterDays, forms, where.language)
  }
  if (fromAt !== null && Date.parse(fromAt) > where.now.getTime()) {
    const day = formatRelease(fromAt, where)
    return until === null ? texts.from(who, day) : texts.fromUntil(who, day, until)
  }
  if (isDraft) return until === null ? texts.fromPublishing(who) : texts.fromPublishingUntil(who, until)
  return until === null ? texts.fromNow(who) : texts.fromNowUntil(who, until)
}

interface Named {
  reach: Reach
  planNames: readonly string[]
  isExact: boolean
}

/** Whom a step reaches, inside a sentence or as its beginning: "everyone", "Tipsy or Buzzed", "only Tipsy". */
function whoOf(
  { reach, planNames, isExact }: Named,
  { isFirst, language }: { isFirst: boolean } & Pick<Whereabouts, 'language'>,
): string {
  if (reach !== 'plans') return isFirst ? texts.reachFirst[reach] : texts.reach[reach]
  if (planNames.length === 0) return isFirst ? texts.somePlanFirst : texts.somePlan
  const names = formatList(planNames, 'disjunction', language)
  if (!isExact) return names
  return isFirst ? texts.onlyPlansFirst(names) : texts.onlyPlans(names)
}

/** "Opens for Buzzed on 3 May". */
export function opensText(step: Named & { at: string }, where: Whereabouts): string {
  return texts.opens(inSentence(step, where), formatRelease(step.at, where))
}

/** "Open to everyone until 3 May". */
export function openUntilText(step: Named & { at: string }, where: Whereabouts): string {
  return texts.openUntil(inSentence(step, where), formatRelease(step.at, where))
}

function inSentence(step: Named, { language }: Whereabouts): string {
  return whoOf(step, { isFirst: false, language })
}
