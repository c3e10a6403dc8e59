import { defineFailures } from '../http/route.ts'
import { PUSH_DEVICES_MAX } from './kinds.ts'
import { notificationMessages as messages } from './messages.ts'

export const notificationFailures = defineFailures({
  unsubscribe_link_invalid: { status: 400, message: messages.unsubscribeLinkInvalid },
})

export const choiceFailures = defineFailures({
  choice_not_offered: { status: 422, message: messages.choiceNotOffered },
  time_zone_unknown: { status: 422, message: messages.timeZoneUnknown, field: 'timeZone' },
})

export const pushFailures = defineFailures({
  push_service_unknown: { status: 422, message: messages.pushServiceUnknown },
  push_keys_wrong: { status: 422, message: messages.pushKeysWrong },
  push_devices_full: { status: 409, message: messages.pushDevicesFull(PUSH_DEVICES_MAX) },
})
