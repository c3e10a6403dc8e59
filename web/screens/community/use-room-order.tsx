import { UserX, VolumeX } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'

import type { Author, Message } from '#contract/channels/message.ts'
import { roomMessages } from '#contract/rooms/messages.ts'
import { excludeFromRoom, listExclusions, listRoomPeople } from '#contract/rooms/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { moderationTexts } from '#web/features/moderation/messages.ts'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { toast } from '#web/ui/toast.tsx'

import { communityTexts } from './messages.ts'

const texts = communityTexts.moderate

const MuteDialog = lazyPart(async () => (await import('#web/features/moderation/mute-dialog.tsx')).MuteDialog)

/** What those who keep order can do about the author of a message in a room. */
export function useRoomOrder(
  roomId: string,
  pageHandle: string,
): { aboutAuthor: (message: Message) => MenuItem[]; dialog: ReactNode } {
  const excluding = useMutation(excludeFromRoom, { refreshes: [listExclusions, listRoomPeople] })
  const [asked, setAsked] = useState<Author | null>(null)
  const [muted, setMuted] = useState<Author | null>(null)
  const [isMuting, setIsMuting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

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
        label: moderationTexts.mute.action,
        icon: <VolumeX />,
        startsGroup: true,
        onSelect: () => {
          setMuted(author)
          setIsMuting(true)
        },
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
      <>
        {muted && (
          <Suspense>
            <MuteDialog
              pageHandle={pageHandle}
              person={muted}
              isOpen={isMuting}
              onClose={() => setIsMuting(false)}
            />
          </Suspense>
        )}
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
      </>
    ),
  }
}
