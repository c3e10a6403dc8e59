import { Ban, ChevronDown, Undo2 } from 'lucide-react'
import { useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { creatorDisputeSentence, isUndecided } from '#contract/payments/dispute-status.ts'
import { availableFrom } from '#contract/payments/refund-window.ts'
import type { getCreatorPayments } from '#contract/payments/calls.ts'
import { BlockDialog } from '#web/features/block/block-dialog.tsx'
import { blockTexts } from '#web/features/block/messages.ts'
import { FeeBreakdown } from '#web/features/fee-breakdown/fee-breakdown.tsx'
import { PaidPlanBadge } from '#web/features/plan-badge/plan-badge.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Avatar } from '#web/ui/avatar.tsx'

import { Button } from '#web/ui/button.tsx'
import { dayText } from '#web/features/time/when-text.ts'
import { Money } from '#web/features/money/money.tsx'

import { DisputeStandings } from './dispute-standings.tsx'
import { payoutTexts } from './messages.ts'
import { type RefundAct, RefundDialog } from './refund-dialog.tsx'
import { RefundStanding } from './refund-standing.tsx'

const texts = payoutTexts.payments

type Payment = OutputOf<typeof getCreatorPayments>[number]

/** Who paid how much for which plan; opened, it shows how the payment becomes the creator's share. */
export function PaymentRow({ payment, column }: { payment: Payment; column: readonly Payment[] }) {
  const { userId: supporter, planId: plan, amount, currency, createdAt, disputes } = payment
  const [newest] = disputes
  return (
    <li className="group/row">
      <details className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 p-4 group-first/row:rounded-t-card group-last/row:rounded-b-card transition-colors duration-120 hover:bg-wash sm:gap-x-4 sm:p-5 [&::-webkit-details-marker]:hidden">
          <Avatar name={supporter.name} className="max-sm:size-10!" />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="min-w-0 font-semibold wrap-anywhere">{supporter.name}</span>
              <PaidPlanBadge name={plan.name} />
            </span>
            <time dateTime={createdAt} className="mt-0.5 block text-sm text-ink-faint">
              {dayText(createdAt)}
            </time>
          </span>
          <span className="shrink-0 text-end">
            <Money {...{ amount, currency, column }} hasPlus className="block font-semibold" />
            <span className="block text-sm text-ink-faint">{texts.subscription}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-ink-faint transition-[rotate] duration-150 group-open:rotate-180"
          />
          {newest && (
            <span
              className={`block w-full ps-13 text-sm font-medium sm:pe-9 sm:ps-16 ${isUndecided(newest) ? 'text-warn' : 'text-ink-soft'}`}
            >
              {creatorDisputeSentence(newest)}
            </span>
          )}
        </summary>
        <Explanation payment={payment} />
      </details>
    </li>
  )
}

function Explanation({ payment }: { payment: Payment }) {
  const { _id: paymentId, userId: supporter, net, left, disputes } = payment
  const { currency, interval, createdAt } = payment
  const [isBlocking, setIsBlocking] = useState(false)
  const [act, setAct] = useState<RefundAct | null>(null)
  return (
    <div className="px-4 pb-5 sm:pe-14 sm:ps-21">
      <FeeBreakdown payment={payment} paidLabel={texts.supporterPaid} restLabel={texts.yours} />
      <DisputeStandings disputes={disputes} canRefund={left > 0 && net > 0} />
      <RefundStanding payment={payment} />
      {left > 0 && (
        <p className="mt-2 text-sm text-ink-faint">
          {texts.availableFrom[interval](dayText(availableFrom(new Date(createdAt)).toISOString()))}
        </p>
      )}
      {left > 0 && net > 0 && (
        <Button
          size="small"
          variant="quiet"
          icon={<Undo2 />}
          className="mt-2 me-3 -ms-3 text-ink-soft"
          onClick={() => setAct({ kind: 'give', paymentId, name: supporter.name, left, currency })}
        >
          <RichText text={payoutTexts.refunds.give(supporter.name)} />
        </Button>
      )}
      <Button
        size="small"
        variant="quiet"
        icon={<Ban />}
        className="mt-2 -ms-3 text-ink-soft"
        onClick={() => setIsBlocking(true)}
      >
        <RichText text={blockTexts.blockMember(supporter.name)} />
      </Button>
      <RefundDialog act={act} onClose={() => setAct(null)} />
      <BlockDialog
        who={{ userId: supporter._id }}
        name={supporter.name}
        isOpen={isBlocking}
        onClose={() => setIsBlocking(false)}
      />
    </div>
  )
}
