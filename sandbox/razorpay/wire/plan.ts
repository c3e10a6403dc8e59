import type { Plan, Wire } from '../core/entities.ts'
import { notesWire } from './notes.ts'

/** The plan entity. */
export function planWire(plan: Plan): Wire {
  return {
    id: plan.id,
    entity: 'plan',
    interval: plan.interval,
    period: plan.period,
    item: {
      id: plan.itemId,
      active: true,
      name: plan.name,
      description: plan.description,
      amount: plan.amount,
      unit_amount: plan.amount,
      currency: plan.currency,
      type: 'plan',
      unit: null,
      tax_inclusive: false,
      hsn_code: null,
      sac_code: null,
      tax_rate: null,
      tax_id: null,
      tax_group_id: null,
      created_at: plan.createdAt,
      updated_at: plan.createdAt,
    },
    notes: notesWire(plan.notes),
    created_at: plan.createdAt,
  }
}
