import { Send } from 'lucide-react'
import { useState } from 'react'

import {
  askPayoutRelease,
  failPayoutAsStaff,
  getOverview,
  holdPayoutAsStaff,
  listApprovals,
  listStaffPayouts,
} from '#contract/console/calls.ts'
import { formatDay } from '#contract/dates.ts'
import type { InputOf, OutputOf } from '#contract/http/route.ts'
import { formatDollars } from '#contract/money.ts'
import { payoutMethodNames } from '#contract/payouts/messages.ts'
import { HOLD_DAYS_MAX } from '#contract/payouts/rules.ts'
import { usePages } from '#web/api/use-pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'

import { columnMoney, Queues, Row, StaffList, StaffPlace } from '../parts/list.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { usePermit } from '../rights.ts'
import { payoutTexts as texts } from './messages.ts'

const QUEUES = ['waiting', 'held', 'sent', 'settled'] as const
const ROWS_PER_PAGE = 50
const TONES = {
  requested: 'info',
  approved: 'info',
  sent: 'info',
  paid: 'good',
  failed: 'bad',
  reversed: 'bad',
} as const

/** Payouts of every page. */
export function Payouts() {
  return (
    <StaffPlace title={texts.title} subtitle={texts.exportHint}>
      <Queues values={QUEUES} texts={texts.queues}>
        {(queue) => <PayoutRows of={{ queue }} />}
      </Queues>
    </StaffPlace>
  )
}

/** Payouts of one queue or of one page, with what may be done about each. */
export function PayoutRows({ of }: { of: Pick<InputOf<typeof listStaffPayouts>, 'queue' | 'creatorId'> }) {
  const list = usePages(listStaffPayouts, { limit: ROWS_PER_PAGE, ...of }, (rows) => rows)
  return (
    <StaffList
      list={list}
      empty={of.queue === undefined ? texts.none : { icon: <Send />, title: texts.noneHere[of.queue] }}
    >
      {(payout, rows) => <PayoutRow payout={payout} amount={columnMoney(rows)(payout)} />}
    </StaffList>
  )
}

function PayoutRow({ payout, amount }: { payout: Payout; amount: string }) {
  const { page, status, waitsFor, hold, method, hint, requestedAt, failureReason } = payout
  return (
    <Row
      title={page.name}
      badges={
        <>
          <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
          {waitsFor !== null && waitsFor !== 'approval' && (
            <Badge tone="warn">{texts.waitsFor[waitsFor]}</Badge>
          )}
          {payout.isReleaseAsked && <Badge tone="info">{texts.releaseAsked}</Badge>}
        </>
      }
      meta={texts.meta(formatDay(requestedAt), payoutMethodNames[method], hint)}
      end={amount}
    >
      {hold !== null && (
        <p className="mt-1 text-sm wrap-break-word text-ink-soft">
          {texts.held(hold.by, formatDay(hold.untilAt), hold.reason)}
        </p>
      )}
      {failureReason !== '' && <p className="mt-1 text-sm wrap-break-word text-ink-soft">{failureReason}</p>}
      <PayoutActs payout={payout} />
    </Row>
  )
}

type Payout = OutputOf<typeof listStaffPayouts>[number]

const REFRESHED = [listStaffPayouts, getOverview, listApprovals]

/** What may be done about a payout that has not left; nothing about that of one's own page. */
function PayoutActs({ payout }: { payout: Payout }) {
  const [act, setAct] = useState<'hold' | 'release' | 'fail' | null>(null)
  const mayHold = usePermit('payouts.hold') !== null
  const mayRelease = usePermit('payouts.release') !== null
  const isWaiting = payout.status === 'requested' || payout.status === 'approved'
  if (!isWaiting || payout.isOwn || (!mayHold && !mayRelease)) return null
  const close = () => setAct(null)
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {mayHold && payout.hold === null && (
        <Button size="small" onClick={() => setAct('hold')}>
          {texts.hold.open}
        </Button>
      )}
      {mayRelease && payout.hold !== null && !payout.isReleaseAsked && (
        <Button size="small" onClick={() => setAct('release')}>
          {texts.release.open}
        </Button>
      )}
      {mayRelease && (
        <Button size="small" variant="quiet" onClick={() => setAct('fail')}>
          {texts.fail.open}
        </Button>
      )}
      {act === 'hold' && <HoldDialog payout={payout} onClose={close} />}
      {act === 'release' && (
        <ReasonDialog
          route={askPayoutRelease}
          inputOf={(reason) => ({ payoutId: payout._id, reason })}
          refreshes={REFRESHED}
          title={texts.release.title(amountOf(payout), payout.page.name)}
          body={texts.release.body}
          help={texts.release.help}
          confirmLabel={texts.release.confirm}
          done={texts.release.done}
          onClose={close}
        />
      )}
      {act === 'fail' && (
        <ReasonDialog
          route={failPayoutAsStaff}
          inputOf={(reason) => ({ payoutId: payout._id, reason })}
          refreshes={REFRESHED}
          title={texts.fail.title(amountOf(payout), payout.page.name)}
          body={texts.fail.body}
          help={texts.mailed}
          confirmLabel={texts.fail.confirm}
          done={texts.fail.done}
          isDanger
          onClose={close}
        />
      )}
    </div>
  )
}

function amountOf({ amount, currency }: Payout): string {
  return formatDollars(amount, currency)
}

function HoldDialog({ payout, onClose }: { payout: Payout; onClose: () => void }) {
  const [days, setDays] = useState(String(HOLD_DAYS_MAX / 2))
  return (
    <ReasonDialog
      route={holdPayoutAsStaff}
      inputOf={(reason) => ({ payoutId: payout._id, days: Number(days), reason })}
      refreshes={REFRESHED}
      title={texts.hold.title(amountOf(payout), payout.page.name)}
      body={texts.hold.body}
      help={texts.mailed}
      confirmLabel={texts.hold.confirm}
      done={texts.hold.done}
      onClose={onClose}
    >
      <NumberField
        label={texts.hold.days}
        min={1}
        max={HOLD_DAYS_MAX}
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
    </ReasonDialog>
  )
}
