import { MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'

import { findReach } from '#contract/conversations/calls.ts'
import { getMember } from '#contract/analytics/calls.ts'
import { formatDollars } from '#contract/money.ts'
import { useQuery } from '#web/api/queries.ts'
import { conversationLink } from '#web/features/message-link/conversation-link.ts'
import { messageTexts } from '#web/features/message-link/messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { type OneMember, STATE_TONES } from './member.ts'
import { MemberActs } from './member-acts.tsx'
import { membersTexts as texts } from './messages.ts'

/** Everything a creator knows about one member, and the ways to part from them. `id`: of the membership; null: closed. */
export function MemberPanel({ id, onClose }: { id: string | null; onClose: () => void }) {
  return id === null ? null : <Opened id={id} onClose={onClose} />
}

function Opened({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(getMember, { m2cSubscriptionId: id })
  const member = query.data
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={member ? <span dir="auto">{member.member.name}</span> : texts.panel.loading}
    >
      {member ? (
        <Facts member={member} onDone={onClose} />
      ) : query.isError ? (
        <ErrorState
          title={texts.panel.failed}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        >
          {query.error.message}
        </ErrorState>
      ) : (
        <div className="space-y-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      )}
    </Dialog>
  )
}

function Facts({ member, onDone }: { member: OneMember; onDone: () => void }) {
  const { plan, interval, state, since, months, total, paidUntil, accessEnds, email, lastSeen, payments } =
    member
  const { panel } = texts
  const accessLabel =
    state === 'past' ? panel.accessEnded : state === 'active' ? panel.paidUntil : panel.accessEnds
  const shownEnd = state === 'active' ? paidUntil : accessEnds
  return (
    <div className="space-y-8">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label={panel.plan}>
          <span className="flex flex-wrap items-center gap-2">
            {plan.name}
            <Badge tone={STATE_TONES[state]}>{texts.state[state]}</Badge>
          </span>
          <span className="block text-sm text-ink-soft">
            {texts.price[interval](formatDollars(plan.price, plan.currency))}
          </span>
        </Fact>
        <Fact label={panel.total}>{formatDollars(total, plan.currency)}</Fact>
        <Fact label={panel.since}>{dayText(since)}</Fact>
        <Fact label={panel.months}>{months}</Fact>
        {shownEnd !== null && <Fact label={accessLabel}>{dayText(shownEnd)}</Fact>}
        <Fact label={panel.lastSeen}>{lastSeen === null ? <NotShared /> : dayText(lastSeen)}</Fact>
        <Fact label={panel.email}>
          {email === null ? (
            <NotShared />
          ) : (
            <a href={`mailto:${email}`} className="text-brand underline">
              <EmailAddress>{email}</EmailAddress>
            </a>
          )}
        </Fact>
      </dl>
      <section>
        <h3 className="text-sm font-medium text-ink-soft">{panel.payments}</h3>
        {payments.length === 0 ? (
          <p className="mt-2 text-ink-faint">{panel.noPayments}</p>
        ) : (
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {payments.map((payment) => (
              <li key={payment._id} className="flex flex-wrap justify-between gap-x-4 py-2.5 tabular-nums">
                <span>
                  {dayText(payment.createdAt)}
                  <span className="text-ink-faint"> · {payment.plan.name}</span>
                </span>
                <span className="text-end">
                  {formatDollars(payment.amount, payment.currency)}
                  {payment.refunded > 0 && (
                    <span className="block text-sm text-ink-faint">
                      {panel.refunded(formatDollars(payment.refunded, payment.currency))}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <WriteTo userId={member.member._id} />
      <MemberActs member={member} onDone={onDone} />
    </div>
  )
}

/** Leads to the conversation with a member, where there is one or may be. */
function WriteTo({ userId }: { userId: string }) {
  const reach = useQuery(findReach, { userId }).data
  if (!reach || (reach.door === 'closed' && reach.conversationId === null)) return null
  return (
    <Button icon={<MessageCircle />} to={conversationLink(reach.conversationId, { userId })}>
      {messageTexts.message}
    </Button>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{children}</dd>
    </div>
  )
}

function NotShared() {
  return <span className="font-normal text-ink-faint">{texts.panel.notShared}</span>
}
