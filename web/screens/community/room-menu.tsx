import { Archive, ArchiveRestore, ArrowDown, ArrowUp, MoreHorizontal, Pencil } from 'lucide-react'
import { useState } from 'react'

import { getChannel } from '#contract/channels/calls.ts'
import { creatorDetails } from '#contract/creators/calls.ts'
import { roomMessages } from '#contract/rooms/messages.ts'
import type { Room } from '#contract/rooms/room.ts'
import { archiveRoom, listRooms, orderRooms, restoreRoom } from '#contract/rooms/calls.ts'
import { CallError } from '#web/api/call.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { MenuItem } from '#web/ui/menu-item.ts'
import { Menu } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

import { communityTexts } from './messages.ts'
import { RoomDialog } from './room-dialog.tsx'

const texts = communityTexts.manage

interface RoomMenuProps {
  room: Room
  rooms: readonly Room[]
  pageHandle: string
}

/** What a creator does with one room. */
export function RoomMenu({ room, rooms, pageHandle }: RoomMenuProps) {
  const [opened, setOpened] = useState<'edit' | 'archive' | null>(null)
  const refreshes = [listRooms, getChannel, creatorDetails]
  const archiving = useMutation(archiveRoom, { refreshes })
  const restoring = useMutation(restoreRoom, { refreshes })
  const ordering = useMutation(orderRooms, { refreshes: [listRooms] })
  const isArchived = room.readableUntil !== null
  const ids = rooms.filter(({ readableUntil }) => readableUntil === null).map(({ _id }) => _id)
  const at = ids.indexOf(room._id)

  async function attempt(work: () => Promise<unknown>, done?: string) {
    try {
      await work()
      if (done !== undefined) toast.success(done)
      setOpened(null)
    } catch (error) {
      toast.error(error instanceof CallError ? error.message : texts.failed)
    }
  }
  function move(by: -1 | 1) {
    const other = ids[at + by]
    if (other === undefined) return
    const roomIds = ids.with(at, other).with(at + by, room._id)
    void attempt(() => ordering.mutateAsync({ input: { pageHandle, roomIds } }))
  }

  const items: MenuItem[] = isArchived
    ? [
        {
          id: 'restore',
          label: texts.restore,
          icon: <ArchiveRestore />,
          onSelect: () =>
            void attempt(() => restoring.mutateAsync({ input: { roomId: room._id } }), roomMessages.restored),
        },
      ]
    : [
        { id: 'edit', label: texts.edit, icon: <Pencil />, onSelect: () => setOpened('edit') },
        { id: 'up', label: texts.up, icon: <ArrowUp />, isDisabled: at === 0, onSelect: () => move(-1) },
        {
          id: 'down',
          label: texts.down,
          icon: <ArrowDown />,
          isDisabled: at === ids.length - 1,
          onSelect: () => move(1),
        },
        {
          id: 'archive',
          label: texts.archive,
          icon: <Archive />,
          isDanger: true,
          startsGroup: true,
          onSelect: () => setOpened('archive'),
        },
      ]

  return (
    <>
      <Menu
        items={items}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        trigger={(trigger) => <IconButton {...trigger} label={texts.menu} icon={<MoreHorizontal />} />}
      />
      <RoomDialog
        isOpen={opened === 'edit'}
        room={room}
        pageHandle={pageHandle}
        onClose={() => setOpened(null)}
      />
      <ConfirmDialog
        isOpen={opened === 'archive'}
        title={texts.archiveTitle(room.name)}
        body={texts.archiveBody}
        confirmLabel={texts.archiveConfirm}
        isDanger
        isPending={archiving.isPending}
        error={null}
        onConfirm={() =>
          void attempt(() => archiving.mutateAsync({ input: { roomId: room._id } }), roomMessages.archived)
        }
        onCancel={() => setOpened(null)}
      />
    </>
  )
}
