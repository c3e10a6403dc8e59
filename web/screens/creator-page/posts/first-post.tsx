import { Feather, PenLine } from 'lucide-react'

import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

import { firstTexts as texts } from './first-messages.ts'

/** Where a page's posts will be, for its owner. */
export function FirstPost({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      className="mt-6"
      icon={<Feather />}
      title={texts.firstPostTitle}
      action={
        <Button icon={<PenLine />} onClick={onCreate}>
          {texts.createPost}
        </Button>
      }
    >
      {texts.firstPost}
    </EmptyState>
  )
}
