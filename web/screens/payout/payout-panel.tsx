import { useId, useState } from 'react'

import type { getLoggedInUser } from '#contract/accounts/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { leftToRight } from '#contract/locale.ts'
import { CURRENCY, type Currency, centsFromWire, formatCents } from '#contract/money.ts'
import { PAYOUT_METHODS } from '#contract/payouts/details.ts'
import { requestedText } from '#contract/payouts/requested-text.ts'
import { getBalance, getPayoutDetails, getPayouts, requestPayout } from '#contract/payouts/calls.ts'
import { canBePaidOut, holdUntil, needsSecondFactor } from '#contract/payouts/rules.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { SECURITY_PATH } from '#web/features/proof/security-path.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { balancesOf } from './balances.ts'
import { DetailsDialog } from './details-dialog.tsx'
import { payoutTexts } from './messages.ts'

const texts = payoutTexts.information

/** What protects the account decides what is asked for. */
type Payee = Pick<OutputOf<typeof getLoggedInUser>['user'], 'email' | 'hasPassword' | 'hasSecondFactor'>

type Details = NonNullable<OutputOf<typeof getPayoutDetails>['details']>

function placeOf({ method, hint }: Details): string {
  const label = PAYOUT_METHODS.find((known) => known.method === method)?.label ?? method
  return texts.place(label, leftToRight(hint))
}

/** Where and when a creator is paid, and the button to request a payout. */
export function PayoutPanel({ user }: { user: Payee }) {
  const headingId = useId()
  const details = useQuery(getPayoutDetails, {})
  const [isEditing, setIsEditing] = useState(false)
  return (
    <Card as="section" aria-labelledby={headingId}>
      <h2 id={headingId} className="font-display text-lg">
        {texts.title}
      </h2>
      <ul className="mt-3 list-disc space-y-2 ps-5 text-sm text-ink-soft marker:text-ink-faint">
        {texts.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <div className="mt-5 border-t border-line pt-5">
        {details.data && details.data.payoutsHeldUntil !== null && (
          <p className="mb-4 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
            {texts.heldByDecision(dayText(details.data.payoutsHeldUntil))}{' '}
            <Link to="/cases" className="rounded-small font-medium underline underline-offset-3">
              {texts.readDecision}
            </Link>
          </p>
        )}
        {details.data ? (
          details.data.details ? (
            <PaidTo
              details={details.data.details}
              isProtected={user.hasSecondFactor}
              onChange={() => setIsEditing(true)}
            />
          ) : (
            <>
              <p className="text-sm text-ink-soft">{texts.noDetails}</p>
              <Button variant="primary" isFullWidth className="mt-4" onClick={() => setIsEditing(true)}>
                {texts.addDetails}
              </Button>
            </>
          )
        ) : details.isError ? (
          <ErrorState
            title={texts.detailsLoadFailed}
            onRetry={() => void details.refetch()}
            isRetrying={details.isFetching}
          >
            {details.error.message}
          </ErrorState>
        ) : (
          <>
            <output className="sr-only">{texts.detailsLoading}</output>
            <Skeleton className="h-24" />
          </>
        )}
      </div>
      <DetailsDialog
        isOpen={isEditing}
        onClose={() => setIsEditing(false)}
        {...user}
        method={details.data?.details?.method ?? 'bank'}
      />
    </Card>
  )
}

function PaidTo({
  details,
  isProtected,
  onChange,
}: {
  details: Details
  isProtected: boolean
  onChange: () => void
}) {
  // Held for longer than new details are: somebody said that the account was in other hands.
  const isNew = details.heldUntil === holdUntil(new Date(details.changedAt)).toISOString()
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <p className="min-w-0 flex-1 basis-36">
          <span className="block text-sm text-ink-soft">{texts.paidTo}</span>
          <span className="font-medium wrap-anywhere">{placeOf(details)}</span>
        </p>
        <Button size="small" variant="quiet" className="-me-3 shrink-0" onClick={onChange}>
          <RichText text={texts.changeDetails} />
        </Button>
      </div>
      {details.heldUntil !== null && (
        <p className="mt-2 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
          {(isNew ? texts.held : texts.heldForSafety)(dayText(details.heldUntil))}
        </p>
      )}
      <Requests place={placeOf(details)} heldUntil={details.heldUntil} isProtected={isProtected} />
    </>
  )
}

/** Each currency is requested separately. */
function Requests(to: { place: string; heldUntil: string | null; isProtected: boolean }) {
  const balance = useQuery(getBalance, {})
  const payouts = useQuery(getPayouts, { limit: 20 })
  if (!balance.data || !payouts.data) return <Skeleton className="mt-4 h-11" />
  const underWay = new Set(
    payouts.data
      .filter(({ status }) => ['requested', 'approved', 'sent'].includes(status))
      .map(({ currency }) => currency),
  )
  return (
    <>
      {balancesOf(balance.data).map((each) => {
        const currency = each.currency === CURRENCY ? CURRENCY : 'INR'
        const isOnItsWay = underWay.has(currency)
        return <Request key={currency} {...to} balance={each} currency={currency} isOnItsWay={isOnItsWay} />
      })}
    </>
  )
}

/** Requests the available amount, once it is enough and no other payout is in progress. */
function Request({
  place,
  heldUntil,
  isProtected,
  balance,
  currency,
  isOnItsWay,
}: {
  place: string
  heldUntil: string | null
  isProtected: boolean
  balance: { available: number; pending: number }
  currency: Currency
  isOnItsWay: boolean
}) {
  const [isAsking, setIsAsking] = useState(false)
  const request = useMutation(requestPayout, { refreshes: [getBalance, getPayouts] })
  // Refunds beyond the pending payments reduce the available amount; the server calculates the same.
  const availableCents = centsFromWire(balance.available) + Math.min(0, centsFromWire(balance.pending))
  if (isOnItsWay || !canBePaidOut(availableCents, currency))
    return (
      <p className="mt-4 text-sm text-ink-soft">
        {isOnItsWay ? payoutTexts.request.onItsWay[currency] : payoutTexts.request.tooLittle(currency)}
      </p>
    )

  const amount = formatCents(availableCents, currency)
  if (!isProtected && needsSecondFactor(availableCents, currency))
    return (
      <Banner
        tone="warn"
        className="mt-4"
        title={payoutTexts.request.protectTitle(amount)}
        action={
          <Button size="small" variant="primary" to={SECURITY_PATH}>
            {payoutTexts.request.protect}
          </Button>
        }
      >
        {payoutTexts.request.protectBody(currency)}
      </Banner>
    )
  return (
    <>
      <Button
        variant="primary"
        isFullWidth
        className="mt-4"
        onClick={() => {
          request.reset()
          setIsAsking(true)
        }}
      >
        {payoutTexts.request.ask(amount)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={payoutTexts.request.confirmTitle(amount)}
        body={
          heldUntil === null
            ? payoutTexts.request.confirmBody(amount, place)
            : payoutTexts.request.confirmBodyWhileHeld(amount, place, dayText(heldUntil))
        }
        confirmLabel={payoutTexts.request.confirm}
        isPending={request.isPending}
        error={request.error?.message}
        onCancel={() => setIsAsking(false)}
        onConfirm={() =>
          request.mutate(
            { input: { currency } },
            {
              onSuccess: ({ payout }) => {
                setIsAsking(false)
                toast.success(requestedText(payout.status))
              },
            },
          )
        }
      />
    </>
  )
}
