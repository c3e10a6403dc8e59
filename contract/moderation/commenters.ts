import * as z from 'zod/mini'

import { PLANS_PER_STEP_MAX } from '../audiences/reach.ts'
import { id } from '../fields.ts'
import { COMMENTERS } from './rules.ts'

/** Who may comment; plans are named for `plans`, and only then. */
export const commentersForm = {
  commentsFrom: z.enum(COMMENTERS),
  planIds: z.array(id()).check(z.maxLength(PLANS_PER_STEP_MAX)),
}
