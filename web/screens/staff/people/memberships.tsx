import { formatDay } from '#contract/dates.ts'
import { formatDollars } from '#contract/money.ts'
import { Badge } from '#web/ui/badge.tsx'

import { None } from '../parts/facts.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { peopleTexts as texts } from './messages.ts'
import type { Person } from './one-person.ts'

/** What a person pays for, and paid for. */
export function Memberships({ subscriptions }: Pick<Person, 'subscriptions'>) {
  if (subscriptions.length === 0) return <None>{texts.noSubscriptions}</None>
  return (
    <Rows>
      {subscriptions.map((each) => {
        const price = formatDollars(each.price, each.currency)
        const end =
          each.accessUntil === null
            ? null
            : each.cancelAtPeriodEnd
              ? texts.ends(formatDay(each.accessUntil))
              : texts.until(formatDay(each.accessUntil))
        return (
          <Row
            key={each._id}
            to={`/staff/creators/${each.page._id}`}
            title={texts.membership(each.planName, each.page.name)}
            badges={
              <Badge
                tone={each.status === 'active' ? 'good' : each.status === 'past_due' ? 'warn' : 'neutral'}
              >
                {texts.statuses[each.status] ?? each.status}
              </Badge>
            }
            meta={[texts.since(formatDay(each.since)), end].filter((part) => part !== null).join(', ')}
            end={each.interval === 'monthly' ? texts.monthly(price) : texts.yearly(price)}
          />
        )
      })}
    </Rows>
  )
}
