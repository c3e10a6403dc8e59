import { useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { fixSteps } from '#contract/audiences/release.ts'
import { getChannel } from '#contract/channels/calls.ts'
import { creatorDetails } from '#contract/creators/calls.ts'
import { COMMENTERS } from '#contract/moderation/rules.ts'
import { getCreatorPlans } from '#contract/plans/calls.ts'
import { type Room, plansNamed, roomForm } from '#contract/rooms/room.ts'
import { createRoom, listRooms, updateRoom } from '#contract/rooms/calls.ts'
import { ROOM_NAME_MAX_LENGTH, ROOM_TOPIC_MAX_LENGTH } from '#contract/rooms/rules.ts'
import { roomMessages } from '#contract/rooms/messages.ts'
import { useQuery } from '#web/api/queries.ts'
import { WhoFields } from '#web/features/audience-editor/who-fields.tsx'
import { fieldErrors } from '#web/features/form/field-errors.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { navigate } from '#web/routing/navigate.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { roomPath } from '#contract/rooms/room-address.ts'
import { communityTexts } from './messages.ts'

const texts = communityTexts.dialog
const rules = z.object(roomForm).check(plansNamed)
type Values = z.infer<typeof rules>

const NEW: Values = {
  name: '',
  emoji: '',
  topic: '',
  audience: [{ reach: 'members', planIds: [], isExact: false, fromAt: null, untilAt: null }],
  writeFrom: 'readers',
  planIds: [],
}

interface RoomDialogProps {
  isOpen: boolean
  /** null: a new one. */
  room: Room | null
  pageHandle: string
  onClose: () => void
}

/** Opens a room or changes one: what it is called, who may read and who may write. */
export function RoomDialog({ isOpen, room, pageHandle, onClose }: RoomDialogProps) {
  const [isSaving, setIsSaving] = useState(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      canDismiss={!isSaving}
      title={room ? texts.title : texts.newTitle}
    >
      <RoomForm {...{ room, pageHandle, onClose }} onSaving={setIsSaving} />
    </Dialog>
  )
}

function RoomForm({
  room,
  pageHandle,
  onClose,
  onSaving,
}: Omit<RoomDialogProps, 'isOpen'> & { onSaving: (isSaving: boolean) => void }) {
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const form = useCallForm(room ? updateRoom : createRoom, {
    initial: room?.settings
      ? { name: room.name, emoji: room.emoji, topic: room.topic, ...room.settings }
      : NEW,
    check: (typed) => fieldErrors(rules, typed),
    input: (typed) => (room ? { roomId: room._id, ...typed } : { pageHandle, ...typed }),
    refreshes: [listRooms, getChannel, creatorDetails],
    onDone(answer) {
      toast.success(room ? roomMessages.saved : roomMessages.created)
      if ('roomId' in answer) navigate(roomPath(pageHandle, answer.roomId))
      onClose()
    },
  })
  const { values, set } = form
  const [step, ...later] = values.audience
  useEffect(() => onSaving(form.isSaving), [form.isSaving, onSaving])

  return (
    <form {...form.props} className="flex flex-col gap-6">
      <FormError>{form.problem}</FormError>
      <TextField
        {...form.field('name')}
        label={texts.name}
        autoComplete="off"
        aria-required
        data-autofocus
        maxLength={ROOM_NAME_MAX_LENGTH}
      />
      <TextArea
        {...form.field('topic')}
        label={texts.topic}
        hint={texts.optional}
        help={texts.topicHelp}
        rows={2}
        characterLimit={ROOM_TOPIC_MAX_LENGTH}
      />
      {step && (
        <fieldset className="flex min-w-0 flex-col gap-4">
          <legend className="mb-3 font-semibold">{texts.read}</legend>
          <WhoFields
            step={step}
            plans={plans}
            onChange={(changed) => set({ audience: [...fixSteps([changed], new Date()), ...later] })}
          />
        </fieldset>
      )}
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="mb-3 font-semibold">{texts.write}</legend>
        <Select
          label={texts.write}
          isLabelHidden
          value={values.writeFrom}
          options={COMMENTERS.filter((each) => each !== 'plans' || plans.length > 0).map((value) => ({
            value,
            label: texts.writers[value],
          }))}
          onChange={({ target }) => {
            const writeFrom = COMMENTERS.find((each) => each === target.value) ?? 'readers'
            const first = plans.slice(0, 1).map(({ _id }) => _id)
            set({ writeFrom, planIds: writeFrom === 'plans' ? first : [] })
          }}
        />
        {values.writeFrom === 'plans' && (
          <fieldset className="min-w-0">
            <legend className="text-sm font-medium">{texts.plans}</legend>
            {plans.map(({ _id, name }) => (
              <Checkbox
                key={_id}
                label={<span className="wrap-break-word">{name}</span>}
                checked={values.planIds.includes(_id)}
                onChange={({ target }) =>
                  set({
                    planIds: target.checked
                      ? [...values.planIds, _id]
                      : values.planIds.filter((planId) => planId !== _id),
                  })
                }
              />
            ))}
          </fieldset>
        )}
      </fieldset>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={form.isSaving}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" isLoading={form.isSaving}>
          {room ? texts.save : texts.create}
        </Button>
      </div>
    </form>
  )
}
