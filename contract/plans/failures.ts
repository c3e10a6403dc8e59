import { defineFailures } from '../http/route.ts'

export const planFailures = defineFailures({
  plan_not_found: { status: 404, message: 'This plan does not exist or is no longer offered.' },
  plan_id_malformed: { status: 400, message: 'The plan id is missing or malformed.', field: 'planId' },
  plan_currency_fixed: {
    status: 409,
    message: 'A plan keeps its currency. To use the other one, add another plan.',
    field: 'currency',
  },
  plan_name_taken: { status: 409, message: 'You already have a plan with this name.', field: 'name' },
})
