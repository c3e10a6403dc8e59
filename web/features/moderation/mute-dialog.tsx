import { useState } from 'react'

import { listHeldMessages, listMessages } from '#contract/channels/calls.ts'
import { moderationMessages } from '#contract/moderation/messages.ts'
import { listMutes, mutePerson } from '#contract/moderation/calls.ts'
import { useMutation } from '#web/api/queries.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'

import { moderationTexts } from './messages.ts'

const texts = moderationTexts.mute
/** In minutes. */
const LENGTHS = { hour: 60, day: 1440, week: 7 * 1440, month: 30 * 1440, always: null } as const
type Length = keyof typeof LENGTHS
const LENGTH_NAMES = Object.keys(LENGTHS) as Length[]

export interface MuteDialogProps {
  pageHandle: string
  person: { _id: string; name: string }
  isOpen: boolean
  onClose: () => void
}

/** Keeps a person from writing on a page for a while. */
export function MuteDialog({ pageHandle, person, isOpen, onClose }: MuteDialogProps) {
  const [length, setLength] = useState<Length>('week')
  const [hidePast, setHidePast] = useState(false)
  const muting = useMutation(mutePerson, { refreshes: [listMutes, listMessages, listHeldMessages] })

  function close() {
    muting.reset()
    onClose()
  }
  function confirm() {
    muting.mutate(
      { input: { pageHandle, userId: person._id, minutes: LENGTHS[length], channelId: null, hidePast } },
      {
        onSuccess() {
          close()
          toast.success(moderationMessages.muted)
        },
      },
    )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      size="narrow"
      canDismiss={!muting.isPending}
      title={texts.title(person.name)}
      description={texts.body}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {texts.cancel}
          </Button>
          <Button variant="danger" isLoading={muting.isPending} onClick={confirm}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {muting.error && <FormError>{muting.error.message}</FormError>}
        <Select
          label={texts.howLong}
          value={length}
          options={LENGTH_NAMES.map((value) => ({ value, label: texts.lengths[value] }))}
          onChange={({ target }) => setLength(LENGTH_NAMES.find((name) => name === target.value) ?? length)}
        />
        <Checkbox
          label={texts.hidePast}
          checked={hidePast}
          onChange={({ target }) => setHidePast(target.checked)}
        />
      </div>
    </Dialog>
  )
}
