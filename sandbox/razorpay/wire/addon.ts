import type { ExtraAddon, Wire } from '../core/entities.ts'

/** The add-on entity. */
export function addonWire(addon: ExtraAddon): Wire {
  return {
    id: addon.id,
    entity: 'addon',
    item: {
      id: addon.itemId,
      active: true,
      name: addon.name,
      description: null,
      amount: addon.amount,
      unit_amount: addon.amount,
      currency: addon.currency,
      type: 'addon',
      unit: null,
      tax_inclusive: false,
      hsn_code: null,
      sac_code: null,
      tax_rate: null,
      tax_id: null,
      tax_group_id: null,
      created_at: addon.createdAt,
      updated_at: addon.createdAt,
    },
    quantity: addon.quantity,
    created_at: addon.createdAt,
    subscription_id: addon.subscriptionId,
    invoice_id: addon.invoiceId,
  }
}
