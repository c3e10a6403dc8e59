import { RadioTower } from 'lucide-react'
import { Suspense, useState } from 'react'

import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { streamKeyTexts as texts } from './messages.ts'

const StreamPanel = lazyPart(async () => (await import('./stream-panel.tsx')).StreamPanel)

/** Opens what a creator needs to broadcast from streaming software. */
export function StreamKeyButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={<RadioTower />} onClick={() => setIsOpen(true)}>
        {texts.title}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={texts.title} description={texts.about}>
        {isOpen && (
          <Suspense fallback={<SkeletonList shape="row" label={texts.loading} />}>
            <StreamPanel />
          </Suspense>
        )}
      </Dialog>
    </>
  )
}
