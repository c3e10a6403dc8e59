import { defineFailures } from '../http/route.ts'
import { insightTexts } from './messages.ts'

export const insightFailures = defineFailures({
  range_wrong: { status: 422, message: insightTexts.rangeWrong, field: 'from' },
})
