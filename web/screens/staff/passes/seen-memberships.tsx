import { seenPausedSubscriptions, seenSubscriptions } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { useQuery } from '#web/api/queries.ts'
import { Badge } from '#web/ui/badge.tsx'

import { None } from '../parts/facts.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { peopleTexts } from '../people/messages.ts'
import { passTexts as texts } from './messages.ts'
import { Seen } from './seen.tsx'

type Subscription = OutputOf<typeof seenSubscriptions>[number]

/** What gives them access, and what is paused. */
export function SeenMemberships({ passId }: { passId: string }) {
  const running = useQuery(seenSubscriptions, { passId })
  const paused = useQuery(seenPausedSubscriptions, { passId })
  return (
    <Seen found={running}>
      {(live) => (
        <Seen found={paused}>
          {(waiting) =>
            live.length + waiting.length === 0 ? (
              <None>{texts.noMemberships}</None>
            ) : (
              <Rows>
                {[...live, ...waiting].map((each) => (
                  <Membership key={each._id} of={each} />
                ))}
              </Rows>
            )
          }
        </Seen>
      )}
    </Seen>
  )
}

function Membership({ of }: { of: Subscription }) {
  const { planId: plan, creatorId: page, accessEnds, nextChargeAt, card, upi } = of
  const price = formatDollars(plan.price, plan.currency)
  const means = upi ?? (card && texts.card(card.network, card.last4))
  const facts = [
    accessEnds === null ? null : texts.accessEnds(formatDay(accessEnds)),
    nextChargeAt === null ? texts.notCharged : texts.nextCharge(formatDay(nextChargeAt)),
    means === null ? null : texts.by(means),
  ]
  return (
    <Row
      to={`/staff/creators/${page._id}`}
      title={texts.membership(plan.name, page.pageName)}
      badges={
        <>
          <Badge tone={of.status === 'active' ? 'good' : of.status === 'past_due' ? 'warn' : 'neutral'}>
            {peopleTexts.statuses[of.status] ?? of.status}
          </Badge>
          {of.cancelAtPeriodEnd && <Badge>{texts.ends}</Badge>}
        </>
      }
      meta={texts.list(facts.filter((fact) => fact !== null))}
      end={of.interval === 'monthly' ? peopleTexts.monthly(price) : peopleTexts.yearly(price)}
    />
  )
}
