import { getPerson } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import { useQuery } from '#web/api/queries.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page.tsx'

import { consoleTexts } from '../messages.ts'
import { CaseRows } from '../parts/case-rows.tsx'
import { Fact, Facts, None, Part } from '../parts/facts.tsx'
import { partTexts } from '../parts/messages.ts'
import { One } from '../parts/one.tsx'
import { Payments } from '../parts/payments.tsx'
import { Row, Rows } from '../parts/rows.tsx'
import { usePermit } from '../rights.ts'
import { LostFactors } from './lost-factors.tsx'
import { Memberships } from './memberships.tsx'
import { peopleTexts as texts } from './messages.ts'
import type { Person } from './one-person.ts'
import { PersonActs } from './person-acts.tsx'
import { PersonBadge } from './person-badge.tsx'
import { Unmask } from './unmask.tsx'

/** One account, with everything the staff need to answer for it. */
export function PersonPage() {
  const userId = useParams()['id'] ?? ''
  const found = useQuery(getPerson, { userId })
  return (
    <One back={{ to: '/staff/people', label: texts.back }} title={texts.one} found={found}>
      {(person) => <Shown person={person} />}
    </One>
  )
}

function Shown({ person }: { person: Person }) {
  const maySeeMoney = usePermit('money.read') !== null
  usePageTitle(consoleTexts.documentTitle(person.name))
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span dir="auto" className="min-w-0 wrap-break-word">
              {person.name}
            </span>
            <PersonBadge state={person.state} />
          </span>
        }
        subtitle={`@${person.username}`}
        actions={<PersonActs person={person} />}
      />
      <div className="mt-8">
        <Account person={person} />
      </div>
      {maySeeMoney && (
        <Part title={texts.payments}>
          <Payments of={{ userId: person._id }} />
        </Part>
      )}
      <Part title={texts.subscriptions}>
        <Memberships subscriptions={person.subscriptions} />
      </Part>
      <Part title={texts.cases}>
        <CaseRows cases={person.cases} none={texts.noCases} />
      </Part>
      <LostFactors person={person} />
      <Part title={texts.suspensions}>
        <Suspensions suspensions={person.suspensions} />
      </Part>
    </>
  )
}

function Account({ person }: { person: Person }) {
  const { facts } = texts
  const { page, roles, deletionDueAt } = person
  return (
    <Facts>
      <Fact label={facts.email} isLong>
        <Unmask person={person} />
      </Fact>
      <Fact label={facts.joined}>{formatDay(person.joinedAt)}</Fact>
      <Fact label={facts.country}>{person.country ?? partTexts.nobody}</Fact>
      <Fact label={facts.sessions}>{person.sessionCount}</Fact>
      <Fact label={facts.factor}>{person.hasFactor ? facts.hasFactor : facts.hasNone}</Fact>
      {page && (
        <Fact label={facts.page}>
          <Link to={`/staff/creators/${page._id}`} className="text-brand underline underline-offset-3">
            <span dir="auto">{page.name}</span>
          </Link>
        </Fact>
      )}
      {roles.length > 0 && (
        <Fact label={facts.roles}>{consoleTexts.list(roles.map((role) => consoleTexts.roles[role]))}</Fact>
      )}
      {deletionDueAt !== null && <Fact label={facts.deletion}>{formatDay(deletionDueAt)}</Fact>}
    </Facts>
  )
}

function Suspensions({ suspensions }: Pick<Person, 'suspensions'>) {
  if (suspensions.length === 0) return <None>{texts.noSuspensions}</None>
  return (
    <Rows>
      {suspensions.map(({ _id, suspendedAt, reason, by, ...end }) => (
        <Row key={_id} to={null} title={texts.suspended(formatDay(suspendedAt), by)} meta={reason}>
          {end.reinstatedAt !== null && (
            <p className="mt-1 text-sm text-ink-soft">
              {texts.reinstated(formatDay(end.reinstatedAt), end.reinstatedBy ?? '')}
              {end.reinstatementReason !== null && `: ${end.reinstatementReason}`}
            </p>
          )}
        </Row>
      ))}
    </Rows>
  )
}
