import { defineFailures } from '../http/route.ts'
import { creatorMessages as messages } from './messages.ts'

export const creatorFailures = defineFailures({
  handle_taken: { status: 409, message: messages.handleTaken, field: 'pageHandle' },
  already_creator: { status: 409, message: messages.alreadyCreator },
  platform_plan_unknown: { status: 422, message: messages.planRequired, field: 'planId' },
  adult_label: { status: 409, message: messages.adultLabel, field: 'isAdultContent' },
  posting_stopped: { status: 403, message: messages.postingStopped },
  joining_stopped: { status: 403, message: messages.joiningStopped },
  no_page: { status: 404, message: 'You have no creator page yet.' },
})
