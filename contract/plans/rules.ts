import * as z from 'zod/mini'

import { nameText, optionalText } from '../fields.ts'
import { centsFromDollars } from '../money.ts'
import { planMessages } from './messages.ts'
import {
  BILLING_INTERVALS,
  PLAN_DESCRIPTION_MAX_LENGTH,
  PLAN_NAME_MAX_LENGTH,
  PLAN_PRICE_MAX_CENTS,
  PLAN_PRICE_MIN_CENTS,
  PRICE_NOTICE_DAYS,
} from './pricing.ts'

export const billingInterval = z.enum(BILLING_INTERVALS)

/** A monthly price as a form or a body holds it, in dollars; parsed to cents. */
export const monthlyPrice = z.pipe(
  z.union([z.number(), z.string()], { error: planMessages.priceRequired }),
  z.transform((dollars, context) => {
    const cents = centsFromDollars(dollars)
    const problem =
      dollars === ''
        ? planMessages.priceRequired
        : cents === null
          ? planMessages.priceFormat
          : cents < PLAN_PRICE_MIN_CENTS
            ? planMessages.priceTooLow
            : cents > PLAN_PRICE_MAX_CENTS
              ? planMessages.priceTooHigh
              : null
    if (problem === null && cents !== null) return cents
    context.issues.push({ code: 'custom', message: problem ?? planMessages.priceFormat, input: dollars })
    return z.NEVER
  }),
)

/** The plan dialog, on both sides. */
export const planForm = {
  name: nameText(planMessages.nameRequired, PLAN_NAME_MAX_LENGTH, planMessages.nameTooLong),
  price: monthlyPrice,
  description: optionalText(PLAN_DESCRIPTION_MAX_LENGTH, planMessages.descriptionTooLong),
}

/** Asks current members to agree to a new price within so many days; absent: they keep theirs. */
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
