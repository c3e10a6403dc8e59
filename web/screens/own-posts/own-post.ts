import type { OutputOf } from '#contract/http/route.ts'
import type { listOwnPosts } from '#contract/posts/calls.ts'
import type { Plan } from '#web/features/plan-cards/plan-price.ts'

import { ownPostsTexts } from './messages.ts'

const texts = ownPostsTexts.audience

export type OwnPost = OutputOf<typeof listOwnPosts>['posts'][number]

/** Who may read a post, in a word or two. */
export function audienceText(steps: OwnPost['audience'], plans: readonly Plan[]): string {
  const [step, ...others] = steps
  if (!step || others.length > 0) return texts.steps
  if (step.reach !== 'plans') return texts[step.reach]
  const names = step.planIds.map((planId) => plans.find(({ _id }) => _id === planId)?.name ?? texts.gone)
  const [name = texts.gone] = names
  if (names.length > 1) return names.join(', ')
  return step.isExact ? texts.exact(name) : texts.andUp(name)
}
