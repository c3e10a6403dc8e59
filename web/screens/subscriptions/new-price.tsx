import { formatDollars } from '#contract/money.ts'
import { priceTexts } from '#contract/plans/price-messages.ts'
import { changePlan, previewPlanChange } from '#contract/subscriptions/calls.ts'
import { call } from '#web/api/call.ts'
import { useOrder } from '#web/features/checkout/use-order.ts'
import type { Subscription } from '#web/features/membership-standing/standing.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { subscriptionsTexts } from './messages.ts'

const texts = subscriptionsTexts.newPrice

/** The creator's new price: accept it here, or leave; nothing changes automatically before the given day. */
export function NewPrice({ subscription, onLeave }: { subscription: Subscription; onLeave: () => void }) {
  const order = useOrder()
  const { _id: m2cSubscriptionId, newPrice, planId: plan, creatorId: creator, next } = subscription
  const { interval } = next ?? subscription
  if (newPrice === null) return null
  const price = priceTexts[interval](formatDollars(newPrice.price, plan.currency))

  async function start() {
    const wish = {
      m2cSubscriptionId,
      planId: plan._id,
      interval,
      timing: 'period_end' as const,
      newPrice: 'accept' as const,
    }
    const { quotedAt, chargedNow } = await call(previewPlanChange, wish)
    return call(changePlan, { ...wish, quotedAt, chargedNow })
  }

  return (
    <div className="relative mt-3 rounded-control bg-champagne p-4 sm:ms-16">
      <p className="text-sm">
        {texts.asks({
          pageName: creator.pageName,
          price,
          planName: plan.name,
          acceptBy: dayText(newPrice.acceptBy),
        })}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          isLoading={order.isBusy}
          onClick={() =>
            order.run(start, {
              pageName: creator.pageName,
              description: plan.name,
              done: texts.accepted(price),
            })
          }
        >
          <RichText text={texts.accept(price, creator.pageName)} />
        </Button>
        <Button size="small" variant="quiet" disabled={order.isBusy} onClick={onLeave}>
          <RichText text={texts.leave(creator.pageName)} />
        </Button>
      </div>
    </div>
  )
}
