import { getStaffCreator } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { useQuery } from '#web/api/queries.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page.tsx'

import { consoleTexts } from '../messages.ts'
import { CaseRows } from '../parts/case-rows.tsx'
import { Fact, Facts, None, Part } from '../parts/facts.tsx'
import { One } from '../parts/one.tsx'
import { Payments } from '../parts/payments.tsx'
import { PayoutRows } from '../parts/payout-rows.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { usePermit } from '../rights.ts'
import { creatorTexts as texts } from './messages.ts'
import { PageBadge } from './page-badge.tsx'

type Shown = OutputOf<typeof getStaffCreator>

/** One page: whose it is, what it earns, and what was decided about it. */
export function OnePage() {
  const creatorId = useParams()['id'] ?? ''
  const found = useQuery(getStaffCreator, { creatorId })
  return (
    <One back={{ to: '/staff/creators', label: texts.back }} title={texts.one} found={found}>
      {(page) => <Page page={page} />}
    </One>
  )
}

function Page({ page }: { page: Shown }) {
  const money = usePermit('money.read')
  const mayHold = usePermit('payouts.hold') !== null
  usePageTitle(consoleTexts.documentTitle(page.name))
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span dir="auto" className="min-w-0 wrap-break-word">
              {page.name}
            </span>
            <PageBadge state={page.state} />
          </span>
        }
        subtitle={`/${page.handle}`}
        actions={page.state === 'open' && <Button to={`/${page.handle}`}>{texts.see}</Button>}
      />
      <div className="mt-8">
        <PageFacts page={page} />
      </div>
      <Part title={texts.plans}>
        <Plans plans={page.plans} />
      </Part>
      {(mayHold || money !== null) && (
        <Part title={texts.payouts}>
          <PayoutRows of={{ creatorId: page._id }} />
        </Part>
      )}
      {money?.reach === 'all' && (
        <Part title={texts.payments}>
          <Payments of={{ creatorId: page._id }} />
        </Part>
      )}
      <Part title={texts.cases}>
        <CaseRows cases={page.cases} none={texts.noCases} />
      </Part>
    </>
  )
}

function PageFacts({ page }: { page: Shown }) {
  const { facts } = texts
  return (
    <Facts>
      <Fact label={facts.owner}>
        <Link to={`/staff/people/${page.owner._id}`} className="text-brand underline underline-offset-3">
          <span dir="auto">{page.owner.name}</span>
        </Link>
      </Fact>
      <Fact label={facts.opened}>{formatDay(page.openedAt)}</Fact>
      <Fact label={facts.plan}>{facts.fee(page.platformPlan, String(page.feePercent))}</Fact>
      <Fact label={facts.adult}>{page.isAdult ? facts.yes : facts.no}</Fact>
    </Facts>
  )
}

function Plans({ plans }: Pick<Shown, 'plans'>) {
  if (plans.length === 0) return <None>{texts.noPlans}</None>
  return (
    <Rows>
      {plans.map(({ _id, name, price, currency, isArchived, memberCount }) => (
        <Row
          key={_id}
          to={null}
          title={name}
          badges={isArchived && <Badge>{texts.archived}</Badge>}
          meta={texts.members(memberCount)}
          end={texts.monthly(formatDollars(price, currency))}
        />
      ))}
    </Rows>
  )
}
