import type { Poll } from '#contract/polls/poll.ts'
import { momentText } from '#web/features/time/when-text.ts'

import { pollTexts as texts } from './messages.ts'

/** Whether it is open, and until when. */
export function stateText({ state, closesAt, closedAt }: Poll): string {
  if (state === 'draft') return texts.draft
  if (state === 'closed') return closedAt === null ? texts.closed : texts.closedAt(momentText(closedAt))
  return closesAt === null ? texts.open : texts.closesAt(momentText(closesAt))
}

/** How many options a vote names. */
export function choicesText({ choicesMin, choicesMax }: Poll): string {
  if (choicesMax === 1) return texts.one
  return choicesMin === 1 ? texts.upTo(choicesMax) : texts.several(choicesMin, choicesMax)
}

/** What is fixed about a vote, as it is said beside the button. */
export function termsOf({ secrecy, results, mayChange, weights, ownWeight, whyNot }: Poll): string {
  const list = weights.map(({ planName, weight }) => texts.planWeight(planName, weight)).join(', ')
  const words = whyNot === 'owner' ? texts.asked : texts
  return [
    words.secrecy[secrecy],
    words.results[results],
    ...(weights.length > 0 ? [texts.weighted(list)] : []),
    ...(ownWeight > 1 ? [texts.weight(ownWeight)] : []),
    mayChange ? words.mayChange : words.isFinal,
  ].join(' ')
}

/** An option's part of all weight, in whole percent; with several choices they add up to more than 100. */
export function percentOf(weight: number, totalWeight: number): number {
  return totalWeight === 0 ? 0 : Math.round((100 * weight) / totalWeight)
}
