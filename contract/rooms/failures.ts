import { defineFailures } from '../http/route.ts'
import { roomMessages as messages } from './messages.ts'

export const roomFailures = defineFailures({
  room_not_found: { status: 404, message: messages.notFound },
  rooms_full: { status: 409, message: messages.full },
  may_not_exclude: { status: 403, message: messages.mayNotExclude },
})
