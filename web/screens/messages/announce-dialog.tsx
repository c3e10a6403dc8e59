import { useState } from 'react'

import { conversationMessages } from '#contract/conversations/messages.ts'
import { announce, listAnnouncements } from '#contract/conversations/calls.ts'
import { ANNOUNCEMENT_MAX_LENGTH } from '#contract/conversations/rules.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { momentText } from '#web/features/time/when-text.ts'
import { When } from '#web/features/time/when.tsx'
import { Banner, FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { messagesTexts } from './messages.ts'

const texts = messagesTexts.announce

interface AnnounceDialogProps {
  pageHandle: string
  isOpen: boolean
  onClose: () => void
}

/** Writes to all members of a page, or to those with certain plans. */
export function AnnounceDialog({ isOpen, onClose, pageHandle }: AnnounceDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.title} description={texts.help}>
      <AnnounceForm pageHandle={pageHandle} onClose={onClose} />
    </Dialog>
  )
}

function AnnounceForm({ pageHandle, onClose }: Omit<AnnounceDialogProps, 'isOpen'>) {
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const earlier = useQuery(listAnnouncements, { pageHandle }).data
  const [clientKey] = useState(() => crypto.randomUUID())
  const form = useCallForm(announce, {
    initial: { planIds: null as readonly string[] | null, body: '' },
    input({ planIds, body }) {
      const always = { isExact: false, fromAt: null, untilAt: null }
      const step =
        planIds === null
          ? { reach: 'members' as const, planIds: [], ...always }
          : { reach: 'plans' as const, planIds: [...planIds], ...always, isExact: true }
      return { pageHandle, clientKey, audience: [step], body }
    },
    refreshes: [listAnnouncements],
    onDone() {
      toast.success(conversationMessages.announcementQueued)
      onClose()
    },
  })
  const { planIds } = form.values
  const setPlanIds = (chosen: readonly string[] | null) => form.set({ planIds: chosen })
  const nextAt = earlier?.nextAt ?? null

  return (
    <form {...form.props} className="flex flex-col gap-5">
      <FormError>{form.problem}</FormError>
      {nextAt !== null && <Banner tone="info">{texts.nextAt(momentText(nextAt))}</Banner>}
      <Select
        label={texts.audience}
        value={planIds === null ? 'everyone' : 'plans'}
        options={[
          { value: 'everyone', label: texts.everyone },
          ...(plans.length > 0 ? [{ value: 'plans', label: texts.plans }] : []),
        ]}
        onChange={({ target }) =>
          setPlanIds(target.value === 'plans' ? plans.slice(0, 1).map(({ _id }) => _id) : null)
        }
      />
      {planIds !== null && (
        <fieldset className="min-w-0">
          <legend className="text-sm font-medium text-ink">{texts.choosePlans}</legend>
          <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
            {plans.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={<span className="wrap-break-word">{name}</span>}
                checked={planIds.includes(_id)}
                onChange={({ target }) =>
                  setPlanIds(target.checked ? [...planIds, _id] : planIds.filter((planId) => planId !== _id))
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextArea
        {...form.field('body')}
        label={texts.body}
        rows={6}
        data-autofocus
        characterLimit={ANNOUNCEMENT_MAX_LENGTH}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={form.isSaving}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" isLoading={form.isSaving} disabled={nextAt !== null}>
          {texts.send}
        </Button>
      </div>
      {earlier && earlier.announcements.length > 0 && (
        <section className="border-t border-line pt-4">
          <h3 className="text-sm font-medium text-ink-faint">{texts.sent}</h3>
          <ul className="mt-2 space-y-3">
            {earlier.announcements.slice(0, 3).map(({ _id, body: said, sentCount, isSent, at }) => (
              <li key={_id} className="text-sm">
                <p dir="auto" className="line-clamp-2 text-start wrap-break-word">
                  {said}
                </p>
                <p className="text-ink-faint">
                  <When moment={at} /> · {isSent ? texts.sentTo(sentCount) : texts.sending}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </form>
  )
}
