import { ReceiptText } from 'lucide-react'
import { useState } from 'react'

import type { OutputOf } from '#contract/http/route.ts'
import { getUserPayments } from '#contract/payments/calls.ts'
import { ownDisputeSentence } from '#contract/payments/dispute-status.ts'
import { call, CallError } from '#web/api/call.ts'
import { useQuery } from '#web/api/queries.ts'
import { Money } from '#web/features/money/money.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { dayText } from '#web/features/time/when-text.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

import { settingsTexts } from '../messages.ts'
import { BillingDetails } from './billing-details.tsx'
import { RefundLine } from './refund-line.tsx'

const texts = settingsTexts.billing

type Payment = OutputOf<typeof getUserPayments>[number]

/** The number of payments per request; a shorter answer is the last one. */
const PAGE_SIZE = 20

export function BillingTab() {
  const first = useQuery(getUserPayments, { limit: PAGE_SIZE })

  if (!first.data) {
    if (!first.isError) return <SkeletonList label={texts.loading} />
    return (
      <ErrorState title={texts.failed} onRetry={() => void first.refetch()} isRetrying={first.isFetching}>
        {first.error.message}
      </ErrorState>
    )
  }
  if (first.data.length === 0) return <EmptyState icon={<ReceiptText />} title={texts.none} />
  // A new payment shifts the pages; the appended ones are then dropped.
  return (
    <>
      <Payments key={first.data.at(-1)?._id} first={first.data} />
      <BillingDetails />
    </>
  )
}

function Payments({ first }: { first: readonly Payment[] }) {
  const [older, setOlder] = useState<readonly Payment[]>([])
  const [isEnd, setIsEnd] = useState(first.length < PAGE_SIZE)
  const [isLoading, setIsLoading] = useState(false)

  async function showMore() {
    const cursor = (older.at(-1) ?? first.at(-1))?._id
    if (cursor === undefined) return
    setIsLoading(true)
    try {
      const page = await call(getUserPayments, { cursor, limit: PAGE_SIZE })
      setOlder([...older, ...page])
      setIsEnd(page.length < PAGE_SIZE)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error(error.message)
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-paper-raised">
        {[...first, ...older].map((payment) => {
          const { _id, createdAt, creator, plan, amount, currency, disputes } = payment
          return (
            <li
              key={_id}
              className="relative flex items-center gap-4 p-4 transition-colors duration-120 first:rounded-t-card last:rounded-b-card hover:bg-wash"
            >
              <div className="min-w-0 flex-1">
                <p className="font-medium wrap-break-word">
                  {creator.pageName} <span className="font-normal text-ink-soft">· {plan.name}</span>
                </p>
                <p className="text-sm text-ink-faint">
                  <time dateTime={createdAt}>{dayText(createdAt)}</time>
                </p>
                {disputes.map((dispute) => (
                  <p
                    key={dispute.openedAt + dispute.status}
                    className="mt-1 text-sm font-medium text-ink-soft"
                  >
                    {ownDisputeSentence(dispute)}
                  </p>
                ))}
                <RefundLine payment={payment} />
              </div>
              <p className="max-w-1/2 shrink-0 text-end">
                <Money
                  {...{ amount, currency }}
                  column={[...first, ...older]}
                  className="block font-semibold"
                />
                <Link
                  to={`/receipts/${_id}`}
                  className="text-sm font-medium text-brand after:absolute after:inset-0 hover:underline"
                >
                  <RichText text={texts.receipt(creator.pageName, dayText(createdAt))} />
                </Link>
              </p>
            </li>
          )
        })}
      </ul>
      {!isEnd && (
        <Button className="mt-4" isLoading={isLoading} onClick={() => void showMore()}>
          {texts.showOlder}
        </Button>
      )}
    </>
  )
}
