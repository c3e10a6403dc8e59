import { UserMinus, UserPlus, X } from 'lucide-react'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import type { Conversation } from '#contract/conversations/conversation.ts'
import { conversationMessages as done } from '#contract/conversations/messages.ts'
import {
  addToGroup,
  getConversation,
  listConversations,
  removeFromGroup,
  renameGroup,
} from '#contract/conversations/calls.ts'
import { GROUP_NAME_MAX_LENGTH } from '#contract/conversations/rules.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useQuery } from '#web/api/use-query.ts'
import { useCallForm } from '#web/features/form/use-call-form.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

import { MESSAGES_PATH, nameOf } from './address.ts'
import { messagesTexts } from './messages.ts'
import { PeoplePicker } from './people-picker.tsx'

const texts = messagesTexts.group
const refreshes = [getConversation, listConversations]

type Person = Conversation['people'][number]

/** The people of a group: who opened it names it and removes people, everyone brings in others. */
export function GroupPanel({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { _id: conversationId, name, people, isOwner } = conversation
  const self = useQuery(getLoggedInUser, {}).data?.user
  const [isAdding, setIsAdding] = useState(false)
  const [asked, setAsked] = useState<Person | 'self' | null>(null)
  const renaming = useCallForm(renameGroup, {
    initial: { name },
    input: (values) => ({ conversationId, ...values }),
    refreshes,
    onDone: () => toast.success(done.renamed),
    onRefused({ message }) {
      toast.error(message)
      return {}
    },
  })
  const adding = useMutation(addToGroup, { refreshes })
  const removing = useMutation(removeFromGroup, { refreshes })

  async function attempt(work: () => Promise<unknown>, said: string): Promise<boolean> {
    try {
      await work()
      toast.success(said)
      return true
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : messagesTexts.notDone)
      return false
    }
  }
  async function remove() {
    const userId = asked === 'self' ? self?._id : asked?._id
    if (userId === undefined) return
    const isDone = await attempt(
      () => removing.mutateAsync({ input: { conversationId, userId } }),
      asked === 'self' ? done.left : done.removed,
    )
    if (isDone && asked === 'self') navigate(MESSAGES_PATH)
    setAsked(null)
  }

  return (
    <section aria-label={texts.title} className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-16 shrink-0 items-center justify-between gap-2 border-b border-line ps-4 pe-2 sm:ps-6">
        <h2 className="font-semibold">{texts.title}</h2>
        <IconButton label={texts.close} icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-6">
        {isOwner && (
          <form {...renaming.props} className="mb-6 flex items-end gap-2">
            <TextField
              {...renaming.field('name')}
              className="min-w-0 flex-1"
              label={texts.name}
              maxLength={GROUP_NAME_MAX_LENGTH}
            />
            <Button type="submit" isLoading={renaming.isSaving}>
              {texts.save}
            </Button>
          </form>
        )}
        <ul className="space-y-1">
          {self && (
            <Row name={self.name} image={self.profileImage} note={isOwner ? texts.owner : texts.you} />
          )}
          {people.map((person) => (
            <Row
              key={person._id}
              name={nameOf(person)}
              image={person.profileImage}
              note={person.isOwner ? texts.owner : null}
              onRemove={isOwner ? () => setAsked(person) : null}
            />
          ))}
        </ul>
        <div className="mt-6 space-y-3">
          {isAdding ? (
            <>
              <p className="text-sm text-ink-faint">{texts.newcomers}</p>
              <PeoplePicker
                leftOut={people.map(({ _id }) => _id)}
                onPick={({ _id: userId }) =>
                  void attempt(() => adding.mutateAsync({ input: { conversationId, userId } }), done.added)
                }
              />
            </>
          ) : (
            <Button icon={<UserPlus />} isFullWidth onClick={() => setIsAdding(true)}>
              {texts.add}
            </Button>
          )}
          <Button variant="quiet" isFullWidth onClick={() => setAsked('self')}>
            {texts.leave}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === 'self' || asked === null ? texts.leaveTitle : texts.removeTitle(nameOf(asked))}
        body={asked === 'self' ? texts.leaveBody : texts.removeBody}
        confirmLabel={asked === 'self' ? texts.leaveConfirm : texts.remove}
        isDanger
        isPending={removing.isPending}
        error={null}
        onConfirm={() => void remove()}
        onCancel={() => setAsked(null)}
      />
    </section>
  )
}

function Row({
  name,
  image,
  note,
  onRemove = null,
}: {
  name: string
  image: string | null
  note: string | null
  onRemove?: (() => void) | null
}) {
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar name={name} src={image} size={32} />
      <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
      {note !== null && <span className="shrink-0 text-xs text-ink-faint">{note}</span>}
      {onRemove && <IconButton label={texts.removeOne(name)} icon={<UserMinus />} onClick={onRemove} />}
    </li>
  )
}
