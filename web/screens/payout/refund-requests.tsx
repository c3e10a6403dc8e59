import { useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { getRefunds } from '#contract/payments/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { PaidPlanBadge } from '#web/features/plan-badge/plan-badge.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { payoutTexts } from './messages.ts'
import { type RefundAct, RefundDialog } from './refund-dialog.tsx'
import { Section } from './section.tsx'

const texts = payoutTexts.refunds

type Refund = OutputOf<typeof getRefunds>[number]

/** Requests waiting for the creator; nothing while there are none. */
export function RefundRequests() {
  const waiting = useQuery(getRefunds, { status: 'requested' })
  const [act, setAct] = useState<RefundAct | null>(null)
  const refunds = waiting.data ?? []
  return (
    <>
      {refunds.length > 0 && (
        <Section title={texts.title}>
          <ul className="divide-y divide-line rounded-card border border-champagne-line bg-paper-raised">
            {refunds.map((refund) => (
              <Request key={refund._id} refund={refund} onAct={setAct} />
            ))}
          </ul>
        </Section>
      )}
      <RefundDialog act={act} onClose={() => setAct(null)} />
    </>
  )
}

function Request({ refund, onAct }: { refund: Refund; onAct: (act: RefundAct) => void }) {
  const { _id: refundId, supporter, plan, paid, amount, currency, paidAt } = refund
  const { reason, requestedAt, posts } = refund
  const act = { refundId, name: supporter.name, left: amount, currency }
  return (
    <li className="p-4 sm:p-5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere">{supporter.name}</span>
            <PaidPlanBadge name={plan.name} />
          </p>
          <p className="mt-0.5 text-sm text-ink-faint">
            {texts.paidAndRequested(formatDollars(paid, currency), dayText(paidAt), dayText(requestedAt))}
          </p>
        </div>
        <span className="shrink-0 font-semibold tabular-nums">{formatDollars(amount, currency)}</span>
      </div>
      <blockquote className="mt-3 border-s-2 border-line-strong ps-3 text-base wrap-anywhere text-ink-soft">
        {reason}
      </blockquote>
      <p className="mt-2 text-sm text-ink-faint">{texts.used(posts.opened, posts.total)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={() => onAct({ kind: 'approve', ...act })}>
          <RichText text={texts.approve(supporter.name)} />
        </Button>
        <Button variant="quiet" onClick={() => onAct({ kind: 'decline', ...act })}>
          <RichText text={texts.decline(supporter.name)} />
        </Button>
      </div>
    </li>
  )
}
