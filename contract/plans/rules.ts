import * as z from 'zod/mini'

import { flag, nameText, optionalText } from '../fields.ts'
import { CURRENCIES, CURRENCY, type Currency, centsFromDollars } from '../money.ts'
import { planMessages } from './messages.ts'
import {
  BILLING_INTERVALS,
  PLAN_DESCRIPTION_MAX_LENGTH,
  PLAN_NAME_MAX_LENGTH,
  PLAN_PRICE_MAX,
  PLAN_PRICE_MIN,
  PLAN_WELCOME_NOTE_MAX_LENGTH,
  PRICE_NOTICE_DAYS,
} from './pricing.ts'

export const billingInterval = z.enum(BILLING_INTERVALS)

/** A monthly price as a form or a body has it; parsed to cents or paise. Its range is the currency's. */
const monthlyPrice = z.pipe(
  z.union([z.number(), z.string()], { error: planMessages.priceRequired }),
  z.transform((amount, context) => {
    const cents = centsFromDollars(amount)
    if (cents !== null) return cents
    const message = amount === '' ? planMessages.priceRequired : planMessages.priceFormat
    context.issues.push({ code: 'custom', message, input: amount })
    return z.NEVER
  }),
)

/** The plan dialog, on both sides; checked with {@link priceInRange}. */
export const planForm = {
  name: nameText(planMessages.nameRequired, PLAN_NAME_MAX_LENGTH, planMessages.nameTooLong),
  price: monthlyPrice,
  /** The price's. A plan keeps it. */
  currency: z._default(z.enum(CURRENCIES), CURRENCY),
  description: optionalText(PLAN_DESCRIPTION_MAX_LENGTH, planMessages.descriptionTooLong),
  /** Said to new members, on screen and in their welcome mail. Absent: as it was. */
  welcomeNote: optionalText(PLAN_WELCOME_NOTE_MAX_LENGTH, planMessages.welcomeNoteTooLong),
  /** The one plan its page recommends; another one no longer is. Absent: as it was. */
  isRecommended: z.optional(flag()),
}

interface PriceGiven {
  price: number
  currency: Currency
}

/** Checked even while another field is wrong, so that all errors are reported at once. */
const when = ({ value }: z.core.ParsePayload) => {
  const { price, currency } = value as Partial<PriceGiven>
  return typeof price === 'number' && currency !== undefined && CURRENCIES.includes(currency)
}

const TOO_LOW: Record<Currency, string> = { USD: planMessages.priceTooLow, INR: planMessages.rupeesTooLow }
const TOO_HIGH: Record<Currency, string> = { USD: planMessages.priceTooHigh, INR: planMessages.rupeesTooHigh }

/** Checks the price of a plan against the range of its currency. */
export const priceInRange = [
  z.refine<PriceGiven>(({ price, currency }) => price >= PLAN_PRICE_MIN[currency], {
    error: ({ input }) => TOO_LOW[(input as PriceGiven).currency],
    path: ['price'],
    when,
  }),
  z.refine<PriceGiven>(({ price, currency }) => price <= PLAN_PRICE_MAX[currency], {
    error: ({ input }) => TOO_HIGH[(input as PriceGiven).currency],
    path: ['price'],
    when,
  }),
] as const

/** Asks current members to agree to a new price within this many days; absent: they keep theirs. */
export const priceNoticeDays = z.optional(
  z.pipe(
    z.union([z.number(), z.enum(['30', '60', '90'])]),
    z.transform((days, context) => {
      const known = PRICE_NOTICE_DAYS.find((each) => each === Number(days))
      if (known !== undefined) return known
      context.issues.push({ code: 'custom', message: planMessages.noticeMalformed, input: days })
      return z.NEVER
    }),
  ),
)
