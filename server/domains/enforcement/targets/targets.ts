import type { TargetKind } from '#contract/enforcement/rules.ts'

import { messageTarget } from './message.ts'
import { pageTarget } from './page.ts'
import { personTarget } from './person.ts'
import { postTarget } from './post.ts'
import { questionTarget } from './question.ts'
import type { TargetType } from './target-type.ts'

export const TARGETS: Record<TargetKind, TargetType> = {
  message: messageTarget,
  post: postTarget,
  question: questionTarget,
  page: pageTarget,
  person: personTarget,
}
