import * as z from 'zod/mini'

import { payoutDetailsMessages as messages, payoutMethodNames } from './messages.ts'

/*
 * Where a creator is paid: one form for four ways, checked alike by the form and the server.
 */

export const payoutMethod = z.enum(['bank', 'iban', 'upi', 'paypal'])
export type PayoutMethod = z.infer<typeof payoutMethod>

export const PAYOUT_METHODS: readonly { method: PayoutMethod; label: string }[] = [
  { method: 'bank', label: payoutMethodNames.bank },
  { method: 'iban', label: payoutMethodNames.iban },
  { method: 'upi', label: payoutMethodNames.upi },
  { method: 'paypal', label: payoutMethodNames.paypal },
]

const NAME_MAX_LENGTH = 100
const { tooLong } = messages
const text = z.string().check(z.trim(), z.maxLength(120, tooLong))

/** The fields of the form; those of other methods are ignored. */
export const payoutDetailsFields = {
  method: payoutMethod,
  /** The name of the account holder. */
  holder: z.string().check(z.trim(), z.maxLength(NAME_MAX_LENGTH, tooLong)),
  accountNumber: z.optional(text),
  ifsc: z.optional(text),
  iban: z.optional(text),
  upiId: z.optional(text),
  paypalEmail: z.optional(text),
}

const form = z.object(payoutDetailsFields)
export type PayoutDetailsForm = z.infer<typeof form>

/** The details of one method, without spaces and in the case that banks write. */
export interface PayoutDetails {
  method: PayoutMethod
  holder: string
  accountNumber: string
  ifsc: string
  iban: string
  upiId: string
  paypalEmail: string
}

export type DetailsProblem = { field: keyof PayoutDetailsForm; message: string }

/** The details of the form, or the first problem with them. */
export function readPayoutDetails(given: PayoutDetailsForm): PayoutDetails | DetailsProblem {
  const tidy = (value: string | undefined) => (value ?? '').replace(/[\s-]/g, '').toUpperCase()
  const details: PayoutDetails = {
    method: given.method,
    holder: given.holder.trim(),
    accountNumber: given.method === 'bank' ? tidy(given.accountNumber) : '',
    ifsc: given.method === 'bank' ? tidy(given.ifsc) : '',
    iban: given.method === 'iban' ? tidy(given.iban) : '',
    upiId: given.method === 'upi' ? (given.upiId ?? '').trim() : '',
    paypalEmail: given.method === 'paypal' ? (given.paypalEmail ?? '').trim() : '',
  }
  if (details.holder.length < 3) return { field: 'holder', message: messages.holder }
  return problemOf(details) ?? details
}

function problemOf(details: PayoutDetails): DetailsProblem | null {
  if (details.method === 'bank') {
    if (!/^\d{9,18}$/.test(details.accountNumber))
      return { field: 'accountNumber', message: messages.accountNumber }
    if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(details.ifsc)) return { field: 'ifsc', message: messages.ifsc }
  }
  if (details.method === 'iban' && !isIban(details.iban)) return { field: 'iban', message: messages.iban }
  if (details.method === 'upi' && !/^[\w.-]{2,64}@[a-z][a-z0-9]{1,63}$/i.test(details.upiId))
    return { field: 'upiId', message: messages.upiId }
  if (details.method === 'paypal' && !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(details.paypalEmail))
    return { field: 'paypalEmail', message: messages.paypalEmail }
  return null
}

/**
 * The check digits of ISO 13616: letters count from A = 10, the first four characters go last, and the remainder by 97
 * is 1.
 */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** The part of the details that may be shown: enough to recognise them, too little to use. */
export function hintOf(details: PayoutDetails): string {
  const last = (value: string) => `•••• ${value.slice(-4)}`
  if (details.method === 'bank') return last(details.accountNumber)
  if (details.method === 'iban') return `${details.iban.slice(0, 2)} ${last(details.iban)}`
  return maskedAddress(details.method === 'upi' ? details.upiId : details.paypalEmail)
}

/** "r•••@okaxis": a UPI ID or mail address as far as it may be shown. */
export function maskedAddress(address: string): string {
  const [name = '', place = ''] = address.split('@')
  return `${name.slice(0, 1)}•••@${place}`
}
