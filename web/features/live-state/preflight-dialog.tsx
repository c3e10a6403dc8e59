import { CalendarClock, Users } from 'lucide-react'
import type { ReactNode } from 'react'

import { summarizeAudience } from '#contract/audiences/summary.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { isEarly } from '#contract/live/rules.ts'
import { formatStart } from '#contract/live/when.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

import { liveStateTexts } from './messages.ts'

const texts = liveStateTexts.preflight

/** Whether a session that is started now should be asked about first. By the server's clock, as it was at the last answer. */
export function isStartEarly({
  state,
  startsAt,
  now,
}: Pick<LiveSession, 'state' | 'startsAt' | 'now'>): boolean {
  return state !== 'live' && isEarly({ startsAt: new Date(startsAt) }, new Date(now))
}

/** What its owner looks at before a session goes live: themselves, who can come, and whether it is time. */
export function PreflightDialog({
  session,
  isOpening = false,
  children,
  ...rest
}: {
  session: LiveSession
  isOpen: boolean
  /** Its waiting room is opened, from where streaming software starts it. */
  isOpening?: boolean
  isPending?: boolean
  error?: string | undefined
  /** What would be seen and heard. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}) {
  const start = formatStart(session.startsAt)
  const isTooSoon = isStartEarly(session)
  return (
    <ConfirmDialog
      title={isOpening ? texts.openTitle : texts.title}
      body={isOpening && texts.openBody}
      confirmLabel={isOpening ? texts.open : texts.confirm}
      {...rest}
    >
      <div className="flex flex-col gap-5">
        {children}
        <dl className="flex flex-col gap-4">
          <Check icon={<Users />} label={texts.audience}>
            <Audience session={session} />
          </Check>
          <Check icon={<CalendarClock />} label={texts.time}>
            {isTooSoon ? (
              <>
                <span className="block font-semibold">{texts.early(start)}</span>
                <span className="block text-sm text-ink-soft">{texts.earlyHelp}</span>
              </>
            ) : (
              texts.planned(start)
            )}
          </Check>
        </dl>
      </div>
    </ConfirmDialog>
  )
}

function Check({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="relative ps-8 wrap-break-word">
      <dt className="text-sm text-ink-soft">
        <span aria-hidden="true" className="absolute start-0 top-0.5 text-ink-faint [&>svg]:size-5">
          {icon}
        </span>
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Asked for when the dialog is open, as it is rendered only then. */
function Audience({ session: { pageHandle, settings, now } }: { session: LiveSession }) {
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const planNames = new Map(plans.map(({ _id, name }) => [_id, name]))
  return summarizeAudience(settings?.audience ?? [], { now: new Date(now), planNames, timeZone: zoneName() })
}

function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
