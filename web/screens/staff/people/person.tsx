import { useState } from 'react'

import { getPerson, listPeople, unmaskAddress } from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { keepLostFactors, reinstatePerson, removeLostFactors, suspendPerson } from '#contract/staff/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { Link } from '#web/ui/link.tsx'

import { CaseRows } from '../cases/cases.tsx'
import { consoleTexts } from '../messages.ts'
import { columnMoney, None, Row, Rows } from '../parts/list.tsx'
import { partTexts } from '../parts/messages.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Part, StaffRecord } from '../parts/record.tsx'
import { Payments } from '../payments/payments.tsx'
import { useOwnId, usePermit } from '../rights.ts'
import { peopleTexts as texts } from './messages.ts'
import { PersonBadge } from './people.tsx'

type Person = OutputOf<typeof getPerson>

const recoveryTexts = texts.recovery

/** One account, with everything the staff need to answer for it. */
export function PersonPage() {
  const userId = useParams()['id'] ?? ''
  const found = useQuery(getPerson, { userId })
  const maySeeMoney = usePermit('money.read') !== null
  return (
    <StaffRecord back={{ to: '/staff/people', label: texts.back }} title={texts.one} found={found}>
      {(person) => ({
        title: person.name,
        badges: <PersonBadge state={person.state} />,
        subtitle: `@${person.username}`,
        actions: <PersonActs person={person} />,
        facts: factsOf(person),
        children: (
          <>
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
        ),
      })}
    </StaffRecord>
  )
}

function factsOf(person: Person) {
  const { facts } = texts
  const { page, roles, deletionDueAt } = person
  return [
    { label: facts.email, value: <Unmask person={person} />, isLong: true },
    { label: facts.joined, value: formatDay(person.joinedAt) },
    { label: facts.country, value: person.country ?? partTexts.nobody },
    { label: facts.sessions, value: person.sessionCount },
    { label: facts.factor, value: person.hasFactor ? facts.hasFactor : facts.hasNone },
    {
      label: facts.page,
      value: page && (
        <Link to={`/staff/creators/${page._id}`} className="text-brand underline underline-offset-3">
          <span dir="auto">{page.name}</span>
        </Link>
      ),
    },
    {
      label: facts.roles,
      value: roles.length === 0 ? null : consoleTexts.list(roles.map((role) => consoleTexts.roles[role])),
    },
    { label: facts.deletion, value: deletionDueAt === null ? null : formatDay(deletionDueAt) },
  ]
}

/** A masked address; for a reason, and for whoever may, the whole one until the page is left. */
export function Unmask({ person }: { person: Person }) {
  const mayUnmask = usePermit('contact') !== null && person.state !== 'erased'
  const [isAsking, setIsAsking] = useState(false)
  const [whole, setWhole] = useState<string | null>(null)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <EmailAddress>{whole ?? person.email}</EmailAddress>
      {mayUnmask && whole === null && (
        <Button size="small" onClick={() => setIsAsking(true)}>
          {texts.unmask.open}
        </Button>
      )}
      {isAsking && (
        <ReasonDialog
          route={unmaskAddress}
          inputOf={(reason) => ({ userId: person._id, reason })}
          refreshes={[]}
          title={texts.unmask.title(person.name)}
          body={texts.unmask.body}
          confirmLabel={texts.unmask.confirm}
          onDone={({ email }) => setWhole(email)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </span>
  )
}

const REFRESHED = [getPerson, listPeople]

/** What may be done about an account: nothing about one's own, nor about others of the staff. */
export function PersonActs({ person }: { person: Person }) {
  const [isOpen, setIsOpen] = useState(false)
  const mayDecide = usePermit('cases') !== null
  const isOwn = useOwnId() === person._id
  if (!mayDecide || isOwn || person.roles.length > 0 || person.state === 'erased') return null
  const isSuspended = person.state === 'suspended'
  const said = isSuspended ? texts.reinstate : texts.suspend
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{said.open}</Button>
      {isOpen && (
        <ReasonDialog
          route={isSuspended ? reinstatePerson : suspendPerson}
          inputOf={(reason) => ({ userId: person._id, reason })}
          refreshes={REFRESHED}
          title={said.title(person.name)}
          body={said.body}
          {...(isSuspended ? {} : { help: texts.suspend.help })}
          confirmLabel={said.confirm}
          done={said.done}
          isDanger={!isSuspended}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

/** What a person pays for, and paid for. */
function Memberships({ subscriptions }: Pick<Person, 'subscriptions'>) {
  if (subscriptions.length === 0) return <None>{texts.noSubscriptions}</None>
  const money = columnMoney(subscriptions.map(({ price, currency }) => ({ amount: price, currency })))
  return (
    <Rows>
      {subscriptions.map((each) => {
        const price = money({ amount: each.price, currency: each.currency })
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

function stateOf({ recovery }: Person): string {
  if (recovery === null) return recoveryTexts.none
  return recovery.removedAt === null
    ? recoveryTexts.asked(formatDay(recovery.askedAt), recovery.by)
    : recoveryTexts.due(formatDay(recovery.removedAt))
}

/** For somebody who can't get in any more: two people on the staff, seven days, three mails. */
export function LostFactors({ person }: { person: Person }) {
  const [act, setAct] = useState<'remove' | 'keep' | null>(null)
  const mayDecide = usePermit('recoveries') !== null
  const isOwn = useOwnId() === person._id
  const { recovery } = person
  if (!mayDecide || isOwn || !person.hasFactor) return null
  return (
    <Part title={recoveryTexts.title}>
      <None>{stateOf(person)}</None>
      <div className="mt-3 flex flex-wrap gap-2">
        {(recovery === null || recovery.removedAt === null) && (
          <Button size="small" onClick={() => setAct('remove')}>
            {recoveryTexts.remove.open}
          </Button>
        )}
        {recovery !== null && (
          <Button size="small" onClick={() => setAct('keep')}>
            {recoveryTexts.keep.open}
          </Button>
        )}
      </div>
      {act !== null && (
        <ReasonDialog
          route={act === 'remove' ? removeLostFactors : keepLostFactors}
          inputOf={(reason) => ({ userId: person._id, reason })}
          refreshes={[getPerson]}
          title={recoveryTexts[act].title(person.name)}
          body={recoveryTexts[act].body}
          confirmLabel={recoveryTexts[act].confirm}
          done={recoveryTexts[act].done}
          onClose={() => setAct(null)}
        />
      )}
    </Part>
  )
}

function Suspensions({ suspensions }: Pick<Person, 'suspensions'>) {
  if (suspensions.length === 0) return <None>{texts.noSuspensions}</None>
  return (
    <Rows>
      {suspensions.map(({ _id, suspendedAt, reason, by, ...end }) => (
        <Row key={_id} title={texts.suspended(formatDay(suspendedAt), by)} meta={reason}>
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
