import { defineFailures } from '../http/route.ts'
import { creatorMessages as messages } from './messages.ts'

export const creatorFailures = defineFailures({
  handle_taken: { status: 409, message: messages.handleTaken, field: 'pageHandle' },
  already_creator: { status: 409, message: messages.alreadyCreator },
  platform_plan_unknown: { status: 422, message: messages.planRequired, field: 'planId' },
  page_not_found: { status: 404, message: 'There is no creator page at this address.' },
  no_page: { status: 404, message: 'You have no creator page yet.' },
  image_refused: { status: 415, message: 'Please choose a JPEG, PNG, WebP, AVIF or GIF image.' },
})
