import { useEffect, useState } from 'react'

import { fixSteps } from '#contract/audiences/release.ts'
import { LIVE_VIDEOS, type LiveVideo } from '#contract/live/broadcast-rules.ts'
import {
  getLiveSession,
  getStreamKey,
  listLiveSessions,
  scheduleLiveSession,
  updateLiveSession,
} from '#contract/live/calls.ts'
import { studioLivePath } from '#contract/live/live-address.ts'
import type { LiveSession } from '#contract/live/live-session.ts'
import { liveMessages } from '#contract/live/messages.ts'
import {
  LIVE_QUESTIONS,
  LIVE_REPLAYS,
  LIVE_TEXT_MAX_LENGTH,
  LIVE_TITLE_MAX_LENGTH,
} from '#contract/live/rules.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { AudienceEditor } from '#web/features/audience-editor/audience-editor.tsx'
import { localInput, momentOfInput } from '#web/features/audience-editor/local-time.ts'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { liveTexts } from '../messages.ts'
import { newValues, sessionForm, type SessionValues, valuesOf } from './session-values.ts'

const texts = liveTexts.form

interface SessionDialogProps {
  isOpen: boolean
  /** null: a new one. */
  session: LiveSession | null
  /** What a new one begins with. */
  again?: SessionValues | null
  pageHandle: string
  onClose: () => void
}

/** Plans a session, or changes one. */
export function SessionDialog({ isOpen, session, again = null, pageHandle, onClose }: SessionDialogProps) {
  const [isSaving, setIsSaving] = useState(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!isSaving}
      title={session ? texts.title : again ? texts.againTitle : texts.newTitle}
    >
      <SessionForm {...{ session, again, pageHandle, onClose }} onSaving={setIsSaving} />
    </Dialog>
  )
}

function SessionForm({
  session,
  again = null,
  pageHandle,
  onClose,
  onSaving,
}: Omit<SessionDialogProps, 'isOpen'> & { onSaving: (isSaving: boolean) => void }) {
  const [now] = useState(() => new Date())
  const [clientKey] = useState(() => crypto.randomUUID())
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const isSoftwareTaken = typeof useQuery(getStreamKey, {}).data?.server === 'string'
  const form = useCallForm(session ? updateLiveSession : scheduleLiveSession, {
    initial: (session && valuesOf(session)) ?? again ?? newValues(now),
    check: (typed) => fieldErrors(sessionForm, typed),
    input: (typed) => (session ? { liveSessionId: session._id, ...typed } : { clientKey, ...typed }),
    refreshes: [listLiveSessions, getLiveSession],
    onDone(answer) {
      toast.success(session ? liveMessages.saved : liveMessages.scheduled)
      // A new document: only there may the browser use a camera.
      if ('liveSessionId' in answer) window.location.assign(studioLivePath(answer.liveSessionId))
      onClose()
    },
  })
  const { values, set } = form
  // While a date is being typed it is none.
  const [startsAtFirst] = useState(() => localInput(values.startsAt))
  useEffect(() => onSaving(form.isSaving), [form.isSaving, onSaving])

  return (
    <form {...form.props} className="flex flex-col gap-6">
      <FormError>{form.problem}</FormError>
      <TextField
        {...form.field('title')}
        label={texts.name}
        autoComplete="off"
        aria-required
        data-autofocus
        maxLength={LIVE_TITLE_MAX_LENGTH}
      />
      <TextField
        type="datetime-local"
        label={texts.starts}
        name="startsAt"
        help={texts.startsHelp(zoneName())}
        aria-required
        disabled={session?.state === 'live'}
        defaultValue={startsAtFirst}
        min={localInput(now)}
        error={form.errorOf('startsAt')}
        onChange={({ target }) => set({ startsAt: momentOfInput(target.value) ?? '' })}
      />
      <TextArea
        {...form.field('text')}
        label={texts.text}
        hint={texts.optional}
        rows={3}
        characterLimit={LIVE_TEXT_MAX_LENGTH}
      />
      <Select
        label={texts.video}
        help={values.video === 'browser' ? texts.videoHelp : undefined}
        value={values.video}
        disabled={session?.state === 'live'}
        options={videoChoices(session?.video ?? again?.video, isSoftwareTaken).map((value) => ({
          value,
          label: texts.videoChoices[value],
        }))}
        onChange={({ target }) =>
          set({ video: LIVE_VIDEOS.find((known) => known === target.value) ?? 'none' })
        }
      />
      <fieldset className="min-w-0">
        <legend className="mb-3 font-semibold">{texts.audience}</legend>
        <AudienceEditor
          value={values.audience}
          plans={plans}
          now={now}
          onChange={(steps) => set({ audience: fixSteps(steps, now) })}
        />
      </fieldset>
      <div className="flex flex-col gap-2">
        <Select
          label={texts.questions}
          value={values.questions}
          options={(['open', 'moderated', 'off'] as const).map((value) => ({
            value,
            label: texts.questionChoices[value],
          }))}
          onChange={({ target }) =>
            set({ questions: LIVE_QUESTIONS.find((known) => known === target.value) ?? 'open' })
          }
        />
        {values.questions !== 'off' && <Checkbox {...form.box('anonymousAllowed')} label={texts.anonymous} />}
      </div>
      <Select
        label={texts.replay}
        value={values.replay}
        options={(['draft', 'publish', 'none'] as const).map((value) => ({
          value,
          label: texts.replayChoices[value],
        }))}
        onChange={({ target }) =>
          set({ replay: LIVE_REPLAYS.find((known) => known === target.value) ?? 'draft' })
        }
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={form.isSaving}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" isLoading={form.isSaving}>
          {session ? texts.save : texts.create}
        </Button>
      </div>
    </form>
  )
}

/** Streaming software where this server takes what it sends. */
function videoChoices(chosenBefore: LiveVideo | undefined, isSoftwareTaken: boolean) {
  return LIVE_VIDEOS.filter((video) => video !== 'rtmp' || isSoftwareTaken || chosenBefore === 'rtmp')
}

/** "Asia/Kolkata": of this device. */
function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}
