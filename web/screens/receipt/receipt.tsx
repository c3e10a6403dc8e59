import { ArrowLeft, Download, Printer } from 'lucide-react'
import type { ReactNode } from 'react'

import { formatDay } from '#contract/dates.ts'
import { formatExactDollars } from '#contract/money.ts'
import { getReceipt, getReceiptPdf } from '#contract/payments/calls.ts'
import { paymentFailures } from '#contract/payments/failures.ts'
import { useQuery } from '#web/api/queries.ts'
import { FeeBreakdown } from '#web/features/fee-breakdown/fee-breakdown.tsx'
import { FileButton } from '#web/features/file-download/file-button.tsx'
import { NotFound } from '#web/features/not-found/not-found.tsx'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { OperatorDetails } from '#web/features/site/operator-details.tsx'
import { useParams } from '#web/routing/match-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { FullPageSpinner } from '#web/ui/spinner.tsx'

import { receiptTexts as texts } from './messages.ts'

/** One payment on one sheet: for the screen, for paper, for the tax adviser. */
export function ReceiptScreen() {
  const { paymentId = '' } = useParams()
  const receipt = useQuery(getReceipt, { paymentId })

  if (!receipt.data) {
    if (!receipt.isError) return <FullPageSpinner label={texts.loading} />
    if (receipt.error.code === paymentFailures.payment_not_found.code || receipt.error.status === 422)
      return <NotFound />
    return (
      <div className="mx-auto max-w-reading px-4 py-16 sm:px-6">
        <ErrorState
          title={texts.loadFailed}
          onRetry={() => void receipt.refetch()}
          isRetrying={receipt.isFetching}
        >
          {receipt.error.message}
        </ErrorState>
      </div>
    )
  }

  const { creator, plan, interval, kind, period, carried, amount, currency, createdAt } = receipt.data
  const { receiptNumber, providerPaymentId, paidBy, refunded } = receipt.data
  return (
    <div className="mx-auto max-w-reading px-4 pt-8 pb-20 sm:px-6 lg:px-10 lg:pt-12 print:p-0">
      <div className="mb-6 flex flex-wrap justify-between gap-3 print:hidden">
        <Button variant="quiet" icon={<ArrowLeft />} to="/settings?tab=billing">
          {texts.backToBilling}
        </Button>
        <div className="flex flex-wrap gap-3">
          <Button icon={<Printer />} onClick={() => window.print()}>
            {texts.print}
          </Button>
          <FileButton variant="primary" icon={<Download />} route={getReceiptPdf} input={{ paymentId }}>
            {texts.downloadPdf}
          </FileButton>
        </div>
      </div>
      <Card padding="large" className="print:border-0">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-display text-2xl">{texts.title}</h1>
          <Logo />
        </div>
        <p className="mt-6 font-display text-4xl tabular-nums">
          {formatExactDollars(amount, currency)}{' '}
          <span className="font-sans text-base text-ink-faint">{currency}</span>
        </p>
        <p className="mt-1 text-ink-soft">
          <RichText
            text={texts.paidOn(formatDay(createdAt))}
            slots={{ day: <time dateTime={createdAt} /> }}
          />
        </p>
        <dl className="mt-8 divide-y divide-line border-y border-line">
          <Line label={texts.membership}>
            {plan.name} · {interval === 'yearly' ? texts.yearly : texts.monthly}
          </Line>
          <Line label={kind === 'proration' ? texts.upgradeFor : texts.period}>
            <RichText
              text={texts.fromTo(formatDay(period.from), formatDay(period.until))}
              slots={{
                from: <time dateTime={period.from} />,
                until: <time dateTime={period.until} />,
              }}
            />
          </Line>
          {carried > 0 && <Line label={texts.carried}>{formatExactDollars(carried, currency)}</Line>}
          <Line label={texts.creator}>
            {creator.pageName}{' '}
            <span dir="ltr" className="text-ink-faint">
              @{creator.pageHandle}
            </span>
          </Line>
          <Line label={texts.paidBy}>
            {paidBy.name}
            <EmailAddress className="block text-ink-faint">{paidBy.email}</EmailAddress>
            {paidBy.address !== '' && <span className="block whitespace-pre-line">{paidBy.address}</span>}
          </Line>
          {paidBy.gstin !== '' && (
            <Line label={texts.gstin}>
              <span className="font-mono text-sm select-all">{paidBy.gstin}</span>
            </Line>
          )}
          {refunded > 0 && <Line label={texts.refunded}>{formatExactDollars(refunded, currency)}</Line>}
          <Line label={texts.receiptNumber}>
            <span className="font-mono text-sm select-all">{receiptNumber}</span>
          </Line>
          <Line label={texts.paymentId}>
            <span className="font-mono text-sm select-all">{providerPaymentId}</span>
          </Line>
        </dl>
        <section aria-labelledby="where-it-went" className="mt-8">
          <h2 id="where-it-went" className="mb-1 font-semibold">
            {texts.whereItWent}
          </h2>
          <FeeBreakdown
            payment={receipt.data}
            paidLabel={texts.youPaid}
            restLabel={texts.forCreator(creator.pageName)}
          />
        </section>
        <section aria-labelledby="issued-by" className="mt-8 text-sm text-ink-soft">
          <h2 id="issued-by" className="mb-1 font-semibold text-ink">
            {texts.issuedBy}
          </h2>
          <OperatorDetails />
        </section>
      </Card>
    </div>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 grow text-end wrap-anywhere">{children}</dd>
    </div>
  )
}
