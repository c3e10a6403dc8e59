import { defineFailures } from '../http/route.ts'

export const inboxFailures = defineFailures({
  webhook_unsigned: { status: 400, message: 'The signature does not match.' },
})
