import { useState } from 'react'
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
import { useMutation, useQuery } from '#web/api/queries.ts'
import { WhoFields } from '#web/features/audience-editor/who-fields.tsx'
import { useDialogForm } from '#web/features/dialog-form/use-dialog-form.ts'
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
const form = z.object(roomForm).check(plansNamed)
type Values = z.infer<typeof form>

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
  const { formRef, errors, values, problem, isSaving, set, save } = useDialogForm<Values>(
    form,
    () =>
      room?.settings ? { name: room.name, emoji: room.emoji, topic: room.topic, ...room.settings } : NEW,
    onSaving,
  )
  const plans = useQuery(getCreatorPlans, { pageHandle }).data ?? []
  const refreshes = [listRooms, getChannel, creatorDetails]
  const creation = useMutation(createRoom, { refreshes })
  const change = useMutation(updateRoom, { refreshes })
  const [step, ...later] = values.audience

  async function send(given: Values) {
    if (room) {
      await change.mutateAsync({ input: { roomId: room._id, ...given } })
      toast.success(roomMessages.saved)
    } else {
      const { roomId } = await creation.mutateAsync({ input: { pageHandle, ...given } })
      toast.success(roomMessages.created)
      navigate(roomPath(pageHandle, roomId))
    }
    onClose()
  }

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => void save(event, send)}
      className="flex flex-col gap-6"
    >
      <FormError>{problem}</FormError>
      <TextField
        label={texts.name}
        name="name"
        autoComplete="off"
        aria-required
        data-autofocus
        maxLength={ROOM_NAME_MAX_LENGTH}
        value={values.name}
        error={errors['name'] ?? null}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextArea
        label={texts.topic}
        name="topic"
        hint={texts.optional}
        help={texts.topicHelp}
        rows={2}
        characterLimit={ROOM_TOPIC_MAX_LENGTH}
        value={values.topic}
        error={errors['topic'] ?? null}
        onChange={({ target }) => set({ topic: target.value })}
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
        <Button onClick={onClose} disabled={isSaving}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" isLoading={isSaving}>
          {room ? texts.save : texts.create}
        </Button>
      </div>
    </form>
  )
}
