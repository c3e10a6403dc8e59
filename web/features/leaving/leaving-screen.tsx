import { LogOut } from 'lucide-react'

import { cancelDeletion, getLoggedInUser } from '#contract/accounts/calls.ts'
import { accountMessages } from '#contract/accounts/messages.ts'
import { creatorDetails, getUsersCreatorPage } from '#contract/creators/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation } from '#web/api/queries.ts'
import { DataDownload } from '#web/features/data-download/data-download.tsx'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { logOut } from '#web/features/sign-in/sign-in.ts'
import { navigate } from '#web/routing/navigate.ts'
import { FormError } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { toast } from '#web/ui/toast.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { ClosingMoney } from './closing-money.tsx'
import { LastPayout } from './last-payout.tsx'
import { leavingTexts as texts } from './messages.ts'

/** Replaces every members' page while the account is being deleted: says what happened, and how to undo it. */
export function LeavingScreen({
  user,
  dueAt,
}: {
  user: OutputOf<typeof getLoggedInUser>['user']
  dueAt: string
}) {
  const keep = useMutation(cancelDeletion, {
    refreshes: [getLoggedInUser, getUsersCreatorPage, creatorDetails],
  })
  usePageTitle(texts.screenTitle)

  async function leave() {
    await logOut()
    navigate('/')
    toast.success(accountMessages.logoutSuccessful)
  }

  return (
    <div className="mx-auto w-full max-w-form px-4 pb-16 sm:px-0">
      <header className="pt-6 sm:pt-10">
        <Logo />
      </header>
      <main id="main" tabIndex={-1} className="pt-12 sm:pt-16">
        <h1 className="font-display text-3xl">{texts.screenTitle}</h1>
        <p className="mt-4 text-lg">{texts.screenIntro(dayText(dueAt))}</p>
        <ul className="mt-6 list-disc space-y-3 ps-5 text-ink-soft marker:text-ink-faint">
          <li>{texts.screenMemberships}</li>
          {user.pageHandle !== null && <li>{texts.screenPage}</li>}
        </ul>
        {user.pageHandle !== null && (
          <>
            <ClosingMoney heading="h2" className="mt-8" />
            <LastPayout />
          </>
        )}
        <FormError className="mt-6">{keep.error?.message}</FormError>
        <div className="mt-8">
          <Button
            variant="primary"
            size="large"
            isLoading={keep.isPending}
            onClick={() =>
              keep.mutate({ input: {} }, { onSuccess: () => toast.success(accountMessages.accountKept) })
            }
          >
            {texts.keep}
          </Button>
        </div>
        <div className="mt-12 flex flex-wrap gap-3 border-t border-line pt-6">
          <DataDownload />
          <Button variant="quiet" icon={<LogOut />} onClick={() => void leave()}>
            {texts.logOut}
          </Button>
        </div>
      </main>
    </div>
  )
}
