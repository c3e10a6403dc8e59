import { BookOpen, MoreHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'

import { communityTexts as texts } from './messages.ts'
import { RoomDialog } from './room-dialog.tsx'
import { RulesDialog } from './rules-dialog.tsx'

interface CommunityMenuProps {
  pageHandle: string
  rules: string
  /** There is no room yet. */
  isFirst: boolean
}

/** What a creator does with their community as a whole. */
export function CommunityMenu({ pageHandle, rules, isFirst }: CommunityMenuProps) {
  const [opened, setOpened] = useState<'room' | 'rules' | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      {isFirst ? (
        <Button variant="primary" icon={<Plus />} onClick={() => setOpened('room')}>
          {texts.manage.create}
        </Button>
      ) : (
        <span className="flex">
          <IconButton label={texts.manage.create} icon={<Plus />} onClick={() => setOpened('room')} />
          <Menu
            items={[
              {
                id: 'rules',
                label: texts.rules.menu,
                icon: <BookOpen />,
                onSelect: () => setOpened('rules'),
              },
            ]}
            // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
            trigger={(trigger) => <IconButton {...trigger} label={texts.title} icon={<MoreHorizontal />} />}
          />
        </span>
      )}
      {/* In an empty state, texts are centred. */}
      <div className="text-start">
        <RoomDialog isOpen={opened === 'room'} room={null} pageHandle={pageHandle} onClose={close} />
        <RulesDialog isOpen={opened === 'rules'} rules={rules} pageHandle={pageHandle} onClose={close} />
      </div>
    </>
  )
}
