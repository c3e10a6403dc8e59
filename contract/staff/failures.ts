import { defineFailures } from '../http/route.ts'

export const staffFailures = defineFailures({
  staff_member: {
    status: 409,
    message: 'This person is on the staff. End their roles first.',
  },
})
