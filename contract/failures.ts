import { defineFailures } from './http/route.ts'

/** Of calls that name a creator page, whatever they are about. */
export const pageFailures = defineFailures({
  page_not_found: { status: 404, message: 'There is no creator page at this address.' },
})
