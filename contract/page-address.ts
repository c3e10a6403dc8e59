import * as z from 'zod/mini'

import { defineFailures } from './http/route.ts'

/* How a call names a creator page, whatever it is about. */

/** A handle that names an existing page; anything that can't be a handle simply names none. */
export const pageHandle = z.string().check(z.maxLength(64))

export const pageFailures = defineFailures({
  page_not_found: { status: 404, message: 'There is no creator page at this address.' },
})
