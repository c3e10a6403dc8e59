import { UserX, VolumeX } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { Author, Message } from '#contract/channels/message.ts'
import { mutePerson } from '#contract/moderation/routes.ts'
import { roomMessages } from '#contract/rooms/messages.ts'
import { excludeFromRoom, listExclusions, listRoomPeople } from '#contract/rooms/routes.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { toast } from '#web/ui/toast.tsx'

import { communityTexts } from './messages.ts'

const texts = communityTexts.moderate
const DAY_MS = 86_400_000

/** What those who keep order can do about the author of a message in a room. */
export function useRoomOrder(
  roomId: string,
  pageHandle: string,
): { aboutAuthor: (message: Message) => MenuItem[]; dialog: ReactNode } {
  const muting = useMutation(mutePerson)
  const excluding = useMutation(excludeFromRoom, { refreshes: [listExclusions, listRoomPeople] })
  const [asked, setAsked] = useState<Author | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function mute({ _id: userId, name }: Author) {
    const until = new Date(Date.now() + DAY_MS).toISOString()
    try {
      await muting.mutateAsync({ input: { pageHandle, userId, until, channelId: null, hidePast: false } })
      toast.success(texts.muted(name))
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : texts.failed)
    }
  }

  async function exclude({ _id: userId }: Author) {
    setProblem(null)
    try {
      await excluding.mutateAsync({ input: { roomId, userId } })
      toast.success(roomMessages.excluded)
      setAsked(null)
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : texts.failed)
    }
  }

  function aboutAuthor({ author }: Message): MenuItem[] {
    if (!author || author.isCreator) return []
    return [
      {
        id: 'mute',
        label: texts.mute,
        icon: <VolumeX />,
        startsGroup: true,
        onSelect: () => void mute(author),
      },
      {
        id: 'exclude',
        label: texts.exclude,
        icon: <UserX />,
        isDanger: true,
        onSelect: () => {
          setProblem(null)
          setAsked(author)
        },
      },
    ]
  }

  return {
    aboutAuthor,
    dialog: (
      <ConfirmDialog
        isOpen={asked !== null}
        title={texts.excludeTitle(asked?.name ?? '')}
        body={texts.excludeBody}
        confirmLabel={texts.confirm}
        isDanger
        isPending={excluding.isPending}
        error={problem}
        onConfirm={() => asked && void exclude(asked)}
        onCancel={() => setAsked(null)}
      />
    ),
  }
}
