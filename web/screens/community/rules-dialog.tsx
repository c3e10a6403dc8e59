import { type SubmitEvent, useState } from 'react'

import { roomMessages } from '#contract/rooms/messages.ts'
import { listRooms, setCommunityRules } from '#contract/rooms/calls.ts'
import { COMMUNITY_RULES_MAX_LENGTH } from '#contract/rooms/rules.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

import { communityTexts } from './messages.ts'

const texts = communityTexts.rules

interface RulesDialogProps {
  isOpen: boolean
  rules: string
  pageHandle: string
  onClose: () => void
}

/** What people accept before they write in a community. */
export function RulesDialog({ isOpen, onClose, ...of }: RulesDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.titleShort} description={texts.help}>
      <RulesForm {...of} onClose={onClose} />
    </Dialog>
  )
}

function RulesForm({ rules: before, pageHandle, onClose }: Omit<RulesDialogProps, 'isOpen'>) {
  const [rules, setRules] = useState(before)
  const [problem, setProblem] = useState<string | null>(null)
  const change = useMutation(setCommunityRules, { refreshes: [listRooms] })

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (change.isPending) return
    setProblem(null)
    try {
      await change.mutateAsync({ input: { pageHandle, rules } })
      toast.success(roomMessages.rulesSaved)
      onClose()
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : texts.failed)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-6">
      <FormError>{problem}</FormError>
      <TextArea
        label={texts.field}
        rows={8}
        data-autofocus
        characterLimit={COMMUNITY_RULES_MAX_LENGTH}
        value={rules}
        onChange={({ target }) => setRules(target.value)}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={change.isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" isLoading={change.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
