import { type SubmitEvent, useState } from 'react'

import {
  seenChoices,
  seenFollows,
  seenPausedSubscriptions,
  seenPayments,
  seenPosts,
  seenSubscriptions,
} from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useQuery } from '#web/api/queries.ts'
import { usePages } from '#web/api/use-pages.ts'
import { choiceTexts } from '#web/features/notification-choices/messages.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import { columnMoney, None, Row, Rows, StaffList } from '../parts/list.tsx'
import { Facts, Loaded } from '../parts/record.tsx'
import { peopleTexts } from '../people/messages.ts'
import { passTexts as texts } from './messages.ts'

/* What is seen of an account with its pass. */

const ROWS_PER_PAGE = 20

/** What gives them access, and what is paused. */
export function SeenMemberships({ passId }: { passId: string }) {
  const running = useQuery(seenSubscriptions, { passId })
  const paused = useQuery(seenPausedSubscriptions, { passId })
  return (
    <Loaded found={running}>
      {(live) => <Loaded found={paused}>{(waiting) => <Memberships of={[...live, ...waiting]} />}</Loaded>}
    </Loaded>
  )
}

type Subscription = OutputOf<typeof seenSubscriptions>[number]

function Memberships({ of }: { of: readonly Subscription[] }) {
  if (of.length === 0) return <None>{texts.noMemberships}</None>
  const money = columnMoney(of.map(priceOf))
  return (
    <Rows>
      {of.map((each) => (
        <Membership key={each._id} of={each} price={money(priceOf(each))} />
      ))}
    </Rows>
  )
}

function priceOf({ planId: { price, currency } }: Subscription) {
  return { amount: price, currency }
}

function Membership({ of, price }: { of: Subscription; price: string }) {
  const { planId: plan, creatorId: page, accessEnds, nextChargeAt, card, upi } = of
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

/** Which posts of a page they can read: what is asked about most. */
export function SeenPosts({ passId }: { passId: string }) {
  const [typed, setTyped] = useState('')
  const [pageHandle, setPageHandle] = useState('')

  function show(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const handle = typed.trim()
    setPageHandle(handle.startsWith('@') || handle.startsWith('/') ? handle.slice(1) : handle)
  }

  return (
    <>
      <p className="mb-4 text-ink-soft">{texts.postsHelp}</p>
      <form className="mb-5 flex max-w-144 flex-col gap-3 sm:flex-row sm:items-end" onSubmit={show}>
        <TextField
          label={texts.handle}
          hint={texts.handleHelp}
          className="sm:flex-1"
          dir="ltr"
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{texts.show}</Button>
      </form>
      {pageHandle !== '' && <Posts passId={passId} pageHandle={pageHandle} />}
    </>
  )
}

function Posts({ passId, pageHandle }: { passId: string; pageHandle: string }) {
  const list = usePages(seenPosts, { passId, pageHandle, limit: ROWS_PER_PAGE }, (rows) => rows)
  return (
    <StaffList list={list} empty={texts.noPosts}>
      {({ title, locked, plan, publishedAt }) => (
        <Row
          // Support reads no texts.
          title={nameOfPost({ title, excerpt: '', publishedAt })}
          badges={
            locked ? <Badge tone="warn">{texts.locked}</Badge> : <Badge tone="good">{texts.readable}</Badge>
          }
          meta={texts.list([
            formatDay(publishedAt),
            ...(locked ? [plan ? texts.needs(plan.name) : texts.needsOther] : []),
          ])}
        />
      )}
    </StaffList>
  )
}

/** What they paid, and what they can still ask back. */
export function SeenPayments({ passId }: { passId: string }) {
  const list = usePages(seenPayments, { passId, limit: ROWS_PER_PAGE }, (rows) => rows)
  return (
    <StaffList list={list} empty={texts.noPayments}>
      {({ _id, plan, creator, createdAt, amount, currency, refunded, refundableUntil }, rows) => {
        const money = columnMoney(rows.flatMap((each) => [each, { ...each, amount: each.refunded }]))
        return (
          <Row
            to={`/staff/payments/${_id}`}
            title={texts.membership(plan.name, creator.pageName)}
            badges={
              refunded > 0 && (
                <Badge tone="info">{texts.refunded(money({ amount: refunded, currency }))}</Badge>
              )
            }
            meta={texts.list([
              formatDay(createdAt),
              ...(refundableUntil === null ? [] : [texts.refundable(formatDay(refundableUntil))]),
            ])}
            end={money({ amount, currency })}
          />
        )
      }}
    </StaffList>
  )
}

/** The pages they follow. */
export function SeenFollows({ passId }: { passId: string }) {
  const list = usePages(seenFollows, { passId, limit: ROWS_PER_PAGE }, (rows) => rows)
  return (
    <StaffList list={list} empty={texts.noFollows}>
      {({ pageName, followedAt, isMailed }) => (
        <Row
          title={pageName}
          badges={isMailed && <Badge>{texts.mailed}</Badge>}
          meta={texts.followed(formatDay(followedAt))}
        />
      )}
    </StaffList>
  )
}

/** What reaches them where. */
export function SeenChoices({ passId }: { passId: string }) {
  return (
    <Loaded found={useQuery(seenChoices, { passId })}>
      {({ topics, digest }) => (
        <Facts
          facts={[
            ...topics.map((choice) => ({
              label: choiceTexts.topics[choice.topic].label,
              value: saying(choice),
            })),
            {
              label: choiceTexts.digest.title,
              value: digest.isWanted ? texts.digest(digest.timeZone) : texts.noDigest,
            },
          ]}
        />
      )}
    </Loaded>
  )
}

type Choice = OutputOf<typeof seenChoices>['topics'][number]

function saying({ bell, push, mail }: Choice): string {
  const ways = [
    ...(bell ? [texts.bell] : []),
    ...(push ? [texts.push] : []),
    ...(mail === 'off' ? [] : [texts.emails[mail]]),
  ]
  return ways.length === 0 ? texts.nowhere : texts.list(ways)
}
