import { CircleCheck } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'

import { formatRelease } from '#contract/dates.ts'
import { enforcementMessages } from '#contract/enforcement/messages.ts'
import { listOwnReports, reportItem } from '#contract/enforcement/calls.ts'
import {
  GRAVE_REASONS,
  REPORT_REASONS,
  REPORT_TEXT_MAX_LENGTH,
  type ReportReason,
  type TargetKind,
} from '#contract/enforcement/rules.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

import { reportTexts as texts } from './messages.ts'

export interface ReportDialogProps {
  target: { kind: TargetKind; id: string }
  isOpen: boolean
  onClose: () => void
}

/** Asks what is wrong with something, and says what happens next and by when. */
export function ReportDialog({ target, isOpen, onClose }: ReportDialogProps) {
  const [answer, setAnswer] = useState<OutputOf<typeof reportItem> | null>(null)
  const firstReason = useRef<HTMLInputElement>(null)
  const form = useCallForm(reportItem, {
    initial: { reason: null as ReportReason | null, text: '' },
    check({ reason }) {
      if (reason !== null) return {}
      firstReason.current?.focus()
      return { reason: texts.reasonMissing }
    },
    input: ({ reason, text }) => (reason === null ? texts.reasonMissing : { target, reason, text }),
    refreshes: [listOwnReports],
    onDone: setAnswer,
  })
  const formId = useId()
  const missingId = useId()

  if (answer)
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        size="narrow"
        title={texts.thanks.title}
        footer={
          <Button variant="primary" onClick={onClose}>
            {texts.close}
          </Button>
        }
      >
        <Thanks answer={answer} onLeave={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!form.isSaving}
      title={texts.titles[target.kind]}
      description={texts.hint}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" isLoading={form.isSaving}>
            {texts.send}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.props} className="space-y-5">
        <FormError>{form.problem}</FormError>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium text-ink">{texts.reason}</legend>
          {form.errorOf('reason') !== null && (
            <div className="mb-2">
              <FieldNote id={missingId} error={form.errorOf('reason')} />
            </div>
          )}
          <div className="divide-y divide-line overflow-hidden rounded-control border border-line">
            {REPORT_REASONS.map((each, index) => (
              <label
                key={each}
                className="flex cursor-pointer items-start gap-3 px-3.5 py-2.5 transition-colors duration-120 hover:bg-wash has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand"
              >
                <input
                  ref={index === 0 ? firstReason : undefined}
                  type="radio"
                  name="reason"
                  value={each}
                  checked={each === form.values.reason}
                  onChange={() => form.set({ reason: each })}
                  className="mt-0.75 size-4.5 shrink-0 accent-brand outline-none"
                />
                <span className="min-w-0">
                  <span className="block text-base font-medium text-ink">
                    {enforcementMessages.reasons[each]}
                  </span>
                  {(each === form.values.reason || GRAVE_REASONS.has(each)) && (
                    <span className="block text-sm text-ink-soft">{texts.help[each]}</span>
                  )}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <TextArea
          {...form.field('text')}
          label={texts.text}
          hint={texts.optional}
          rows={3}
          characterLimit={REPORT_TEXT_MAX_LENGTH}
        />
      </form>
    </Dialog>
  )
}

/** Near enough, with the time of day, where the reader is. */
function dayOf(moment: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return formatRelease(moment, { now: new Date(), timeZone })
}

function Thanks({ answer, onLeave }: { answer: OutputOf<typeof reportItem>; onLeave: () => void }) {
  const { level, isHeld, isDecided, dueAt } = answer
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const steps = isDecided
    ? [texts.thanks.decided]
    : [
        texts.thanks[level],
        ...(isHeld ? [texts.thanks.held] : []),
        texts.thanks.due(dayOf(dueAt)),
        texts.thanks.confidential,
      ]
  return (
    <div ref={place} tabIndex={-1} aria-live="polite" className="outline-none">
      <ul className="space-y-3">
        {steps.map((step) => (
          <li key={step} className="flex gap-3 text-base text-ink-soft">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
            {step}
          </li>
        ))}
      </ul>
      <p className="mt-5">
        <Link
          to="/cases?part=reports"
          onClick={onLeave}
          className="rounded-small text-brand underline underline-offset-3"
        >
          {texts.thanks.own}
        </Link>
      </p>
    </div>
  )
}
