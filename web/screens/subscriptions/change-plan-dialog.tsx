import { useState } from 'react'

import { formatDollars } from '#contract/money.ts'
import type { BillingInterval } from '#contract/plans/pricing.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { changePlan, previewPlanChange } from '#contract/subscriptions/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { priceTexts } from '#contract/plans/price-messages.ts'
import { call } from '#web/api/call.ts'
import { useQuery } from '#web/api/queries.ts'
import type { Order } from '#web/features/checkout/use-order.ts'
import type { Subscription } from '#web/features/membership-standing/standing.ts'
import { planCardsTexts } from '#web/features/plan-cards/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SegmentedToggle } from '#web/ui/segmented-toggle.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { subscriptionsTexts } from './messages.ts'

const texts = subscriptionsTexts.planChange

type Plan = OutputOf<typeof getCreatorPlans>[number]
type Preview = OutputOf<typeof previewPlanChange>

export interface ChangePlanDialogProps {
  subscription: Subscription
  isOpen: boolean
  /** Preselected when the member came for a plan; otherwise the dialog opens on their current plan. */
  wantedPlanId?: string | null
  onClose: () => void
  /** The dialog is closed by then: the provider's window can't open above it. */
  onConfirm: (start: () => Promise<Order>, orderTexts: { description: string; done: string }) => void
}

/** Another plan of the same creator, another interval, now or later: always with its cost, to the cent. */
export function ChangePlanDialog(props: ChangePlanDialogProps) {
  const { subscription, isOpen, onClose } = props
  const { creatorId: creator } = subscription
  const plans = useQuery(getCreatorPlans, { pageHandle: creator.pageHandle }, { isEnabled: isOpen })
  if (!isOpen) return null
  if (plans.data) return <Choice {...props} plans={plans.data} />
  return (
    <Dialog isOpen onClose={onClose} title={texts.title(creator.pageName)}>
      {plans.isError ? (
        <ErrorState
          title={texts.notLoaded}
          onRetry={() => void plans.refetch()}
          isRetrying={plans.isFetching}
        >
          {plans.error.message}
        </ErrorState>
      ) : (
        <>
          <output className="sr-only">{texts.loading}</output>
          <Skeleton className="h-40" />
        </>
      )}
    </Dialog>
  )
}

function Choice({
  subscription,
  plans: allPlans,
  wantedPlanId,
  onClose,
  onConfirm,
}: ChangePlanDialogProps & { plans: Plan[] }) {
  const { _id: m2cSubscriptionId, creatorId: creator, planId: own } = subscription
  const plans = allPlans.filter(({ currency }) => currency === own.currency)
  const [planId, setPlanId] = useState(
    () =>
      plans.find(({ _id }) => _id === wantedPlanId)?._id ??
      (own.isOffered ? own._id : plans[0]?._id) ??
      own._id,
  )
  const [interval, setInterval] = useState<BillingInterval>(subscription.interval)
  const [timing, setTiming] = useState<Preview['timing'] | null>(null)
  const wish = { m2cSubscriptionId, planId, interval, ...(timing && { timing }) }
  const isSame = planId === own._id && interval === subscription.interval
  const preview = useQuery(previewPlanChange, wish, { isEnabled: !isSame && plans.length > 0 })
  const [nowMs] = useState(() => Date.now())
  const { accessUntil, status } = subscription
  const canWait = status !== 'paused' || (accessUntil !== null && Date.parse(accessUntil) > nowMs)
  // While the next preview loads, the last one stays on screen; it can't be confirmed.
  const shown = isSame || preview.isError ? undefined : preview.data
  const agreeable = preview.isPlaceholderData ? undefined : shown
  const plan = plans.find(({ _id }) => _id === planId)

  function choose(change: () => void) {
    change()
    // Each kind of change has its own default timing.
    setTiming(null)
  }

  function confirm(agreed: Preview) {
    onClose()
    onConfirm(
      () =>
        call(changePlan, {
          m2cSubscriptionId,
          planId,
          interval,
          timing: agreed.timing,
          quotedAt: agreed.quotedAt,
          chargedNow: agreed.chargedNow,
        }),
      {
        description: plan?.name ?? own.name,
        done:
          agreed.timing === 'now'
            ? texts.doneNow(plan?.name)
            : texts.doneLater(plan?.name, dayText(agreed.nextChargeAt)),
      },
    )
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={texts.title(creator.pageName)}
      footer={
        <div className="w-full">
          {shown && <ChargedToday preview={shown} />}
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end short:flex-row short:justify-end">
            <Button onClick={onClose}>{texts.keep}</Button>
            <Button variant="primary" disabled={!agreeable} onClick={() => agreeable && confirm(agreeable)}>
              {agreeable ? confirmLabel(agreeable) : texts.confirm}
            </Button>
          </div>
        </div>
      }
    >
      <div className="space-y-5">
        <fieldset className="space-y-2">
          <legend className="sr-only">{texts.plan}</legend>
          {plans.map((each) => (
            <label
              key={each._id}
              className="flex min-h-13 cursor-pointer items-center gap-3 rounded-control border border-line px-4 py-2.5 transition-colors duration-120 hover:border-line-strong has-checked:border-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
            >
              <input
                type="radio"
                name="plan"
                value={each._id}
                checked={each._id === planId}
                onChange={() => choose(() => setPlanId(each._id))}
                className="size-4.5 shrink-0 accent-brand outline-none"
              />
              <span className="min-w-0 flex-1 font-semibold wrap-break-word">
                {each.name}
                {each._id === own._id && (
                  <span className="ms-2 text-sm font-normal text-ink-faint">{texts.yours}</span>
                )}
              </span>
              <span className="shrink-0 text-sm text-ink-soft tabular-nums">
                {priceTexts[interval](
                  formatDollars(interval === 'yearly' ? each.yearlyPrice : each.price, each.currency),
                )}
              </span>
            </label>
          ))}
        </fieldset>
        {plans.length < allPlans.length && <p className="text-sm text-ink-soft">{texts.otherCurrency}</p>}
        <SegmentedToggle
          label={texts.interval}
          value={interval}
          onChange={(value) => choose(() => setInterval(value))}
          segments={[
            { value: 'monthly', label: subscriptionsTexts.intervals.monthly },
            {
              value: 'yearly',
              label: subscriptionsTexts.intervals.yearly,
              note: planCardsTexts.interval.saving,
            },
          ]}
        />
        <div
          className="min-h-36 rounded-control bg-wash p-4"
          aria-live="polite"
          aria-busy={preview.isFetching}
        >
          {plans.length === 0 ? (
            <p className="text-ink-soft">{texts.noPlans(creator.pageName)}</p>
          ) : isSame ? (
            <p className="text-ink-soft">{texts.isSame}</p>
          ) : shown ? (
            <Shown preview={shown} canWait={canWait} timing={timing ?? shown.timing} onTiming={setTiming} />
          ) : preview.isError ? (
            <p className="font-medium text-bad">{preview.error.message}</p>
          ) : (
            <Skeleton className="h-24" />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Beside the button, so it is visible whenever the change can be confirmed. */
function ChargedToday({ preview }: { preview: Preview }) {
  return (
    <p className="mb-3 flex items-baseline justify-between gap-4 short:mb-2">
      <span className="text-ink-soft">{texts.chargedToday}</span>
      <strong className="font-semibold tabular-nums">
        {formatDollars(preview.chargedNow, preview.currency)}
      </strong>
    </p>
  )
}

function Shown({
  preview,
  canWait,
  timing,
  onTiming,
}: {
  preview: Preview
  /** There is a paid period whose end the change could wait for. */
  canWait: boolean
  timing: Preview['timing']
  onTiming: (timing: Preview['timing']) => void
}) {
  return (
    <>
      {canWait && (
        <SegmentedToggle
          label={texts.timing}
          value={timing}
          onChange={onTiming}
          segments={[
            { value: 'now', label: texts.now },
            { value: 'period_end', label: texts.periodEnd },
          ]}
        />
      )}
      <ul className="mt-3 space-y-1.5 text-sm text-ink-soft">
        {preview.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

function confirmLabel({ timing, chargedNow, currency, nextChargeAt }: Preview): string {
  if (timing === 'period_end') return texts.confirmLater(dayText(nextChargeAt))
  return chargedNow > 0 ? texts.confirmPaying(formatDollars(chargedNow, currency)) : texts.confirmNow
}
