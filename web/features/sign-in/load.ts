import { creatorDetails } from '#contract/creators/calls.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { type Load, preload } from '#web/api/preload.ts'

import { intentIn } from './intent.ts'

/** Whose page somebody came from, and what for. */
export const loadIntent: Load = ({ search }) => {
  const intent = intentIn(search)
  if (intent === null || intent.kind === 'create') return []
  const { pageHandle } = intent
  return [
    preload(creatorDetails, { pageHandle }),
    ...(intent.kind === 'join' ? [preload(getCreatorPlans, { pageHandle })] : []),
  ]
}
