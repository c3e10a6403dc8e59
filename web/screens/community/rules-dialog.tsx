import { roomMessages } from '#contract/rooms/messages.ts'
import { listRooms, setCommunityRules } from '#contract/rooms/calls.ts'
import { COMMUNITY_RULES_MAX_LENGTH } from '#contract/rooms/rules.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
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
  const form = useCallForm(setCommunityRules, {
    initial: { rules: before },
    input: ({ rules }) => ({ pageHandle, rules }),
    refreshes: [listRooms],
    onDone() {
      toast.success(roomMessages.rulesSaved)
      onClose()
    },
  })
  return (
    <form {...form.props} className="flex flex-col gap-6">
      <FormError>{form.problem}</FormError>
      <TextArea
        {...form.field('rules')}
        label={texts.field}
        rows={8}
        data-autofocus
        characterLimit={COMMUNITY_RULES_MAX_LENGTH}
      />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onClose} disabled={form.isSaving}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" isLoading={form.isSaving}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
