import { Plus } from 'lucide-react'
import { type MouseEvent, Suspense, useState } from 'react'

import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { lazyPart } from '#web/features/shell/lazy-screen.tsx'
import { loginPath } from '#web/features/sign-in/own-path.ts'
import { Button } from '#web/ui/button.tsx'

import { followPath } from './follow-path.ts'
import { followTexts } from './messages.ts'

const FollowByMail = lazyPart(async () => (await import('./follow-by-mail.tsx')).FollowByMail)

/** Asks a visitor for their address; the form loads when it is wanted. */
export function VisitorFollow(page: { pageHandle: string; pageName: string }) {
  const [asked, setAsked] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Button
        icon={<Plus />}
        // Pressed before the script listens, it leads to following with an account.
        to={loginPath(followPath(page.pageHandle))}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          setAsked('open')
        }}
      >
        <RichText text={followTexts.follow(page.pageName)} />
      </Button>
      {asked !== 'never' && (
        <Suspense fallback={null}>
          <FollowByMail {...page} isOpen={asked === 'open'} onClose={() => setAsked('closed')} />
        </Suspense>
      )}
    </>
  )
}
