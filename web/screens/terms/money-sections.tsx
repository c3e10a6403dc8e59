import { formatCents } from '#contract/money.ts'
import { REFUND_WINDOW_DAYS } from '#contract/payments/refund-window.ts'
import { BANK_TRANSFER_BUSINESS_DAYS, PAYOUT_THRESHOLD } from '#contract/payouts/rules.ts'
import { PLAN_PRICE_MIN, YEARLY_DISCOUNT_PERCENT } from '#contract/plans/pricing.ts'
import { GRACE_DAYS } from '#contract/site/policy.ts'
import { SUPPORT_TIERS } from '#contract/site/support-tiers.ts'
import type { LegalSection } from '#web/features/site/legal-page.tsx'
import { REFUND_PATH } from '#web/features/site/site-pages.ts'
import { Link } from '#web/ui/link.tsx'

export const MONEY_SECTIONS: readonly LegalSection[] = [
  { id: 'payments', title: 'Payments and fees', body: <Payments /> },
  { id: 'content', title: 'Content ownership', body: <Ownership /> },
  { id: 'prohibited', title: 'Prohibited activities', body: <Prohibited /> },
]

const FEES = SUPPORT_TIERS.map(({ name, percent }) => `${name} ${percent}%`).join(', ')

function Payments() {
  return (
    <>
      <p>
        <strong>Prices.</strong> Plans are priced by the creator, in US dollars from{' '}
        {formatCents(PLAN_PRICE_MIN.USD, 'USD')} or in Indian rupees from{' '}
        {formatCents(PLAN_PRICE_MIN.INR, 'INR')} a month. A plan can be paid yearly where that is offered;
        twelve months then cost {YEARLY_DISCOUNT_PERCENT}% less. Your bank may add a charge for converting
        currencies. Payments are taken by Razorpay; the details of your card never reach us.
      </p>
      <p>
        <strong>Renewal.</strong> A membership renews at the end of each month or year, at the price you
        agreed to, until you cancel. If a creator changes the price of a plan, the new price applies to new
        members; you keep yours unless you accept the new one.
      </p>
      <p>
        <strong>Cancelling.</strong> You can cancel at any time. You keep access to the end of the period you
        have paid for, you are not charged again, and until that day you can undo the cancellation.
      </p>
      <p>
        <strong>Failed renewals.</strong> If a renewal cannot be charged, your access stays open for{' '}
        {GRACE_DAYS} days while it is tried again. After that the membership ends. An unpaid renewal is not a
        debt.
      </p>
      <p>
        <strong>Plans that end.</strong> If a creator stops offering a plan, we tell its members by email;
        they keep access until the end of what they have paid for and are not charged again.
      </p>
      <p>
        <strong>Our fee.</strong> Creators choose a platform plan when they open their page: {FEES}. The
        percentage is our share of each payment. It is stated before the page is opened, fixed for each
        payment when it is made, and shown to the creator for every one. Supporters pay the price of the plan
        and no fee to us on top.
      </p>
      <p>
        <strong>Payouts.</strong> Payouts to creators are processed for earnings above{' '}
        {formatCents(PAYOUT_THRESHOLD.USD, 'USD')} or {formatCents(PAYOUT_THRESHOLD.INR, 'INR')}, once the
        time for a refund has passed; bank transfers take {BANK_TRANSFER_BUSINESS_DAYS} business days. We may
        hold a payout while we look into fraud, a disputed payment or a breach of these terms.
      </p>
      <p>
        <strong>Refunds</strong> can be requested within {REFUND_WINDOW_DAYS} days of a payment, as the{' '}
        <Link to={REFUND_PATH}>Refund Policy</Link> says. A refund is taken from the creator’s balance, and
        our fee for that payment is returned with it.
      </p>
    </>
  )
}

function Ownership() {
  return (
    <>
      <p>
        What you publish stays yours. You allow us to store it, to change its format, and to show it to those
        it is meant for, as far as running Cheers needs that. This permission ends when you delete the content
        or your account, apart from copies that the law makes us keep and backups that have yet to be
        overwritten.
      </p>
      <p>
        Publish only what you made or have the right to publish. If you believe that something on Cheers
        infringes your rights, write to us with its address, what it infringes, and how we can reach you. We
        may take content down while we look into it, and we tell its creator why.
      </p>
      <p>
        The name Cheers, its logo and its design are ours, and are not to be used as if we had endorsed you.
      </p>
    </>
  )
}

function Prohibited() {
  return (
    <>
      <p>On Cheers you may not publish, offer or engage in:</p>
      <ul>
        <li>hate speech;</li>
        <li>harassment, threats, or the publishing of other people’s private details;</li>
        <li>pornography, and any sexual content that involves minors;</li>
        <li>illegal activity, or help with it;</li>
        <li>bots or automation that make accounts, memberships, posts or payments, or that copy content;</li>
        <li>
          misrepresentation or scams, such as posing as someone else or promising something that will not be
          delivered.
        </li>
      </ul>
      <p>
        Nor may you get around payment or access rules, disturb the service, or test its security without
        asking us first.
      </p>
    </>
  )
}
