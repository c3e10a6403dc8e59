import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { SampleCreatorCard } from '#web/features/sample-creators/sample-creator-card.tsx'
import { PageSketch } from '#web/features/sign-in/doorway-card.tsx'
import { START_PATH } from '#web/features/sign-in/own-path.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Redirect } from '#web/routing/redirect.tsx'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page.tsx'

import { CreateForm } from './create-form.tsx'
import { createTexts as texts } from './messages.ts'

/** Creates a creator page; creators who already have one are redirected to it. */
export function CreateScreen() {
  const user = useQuery(getLoggedInUser, {}).data?.user
  const [page, setPage] = useState({ pageName: '', pageHandle: '' })

  if (user?.deletionDueAt) return <Redirect to={START_PATH} />
  if (user?.pageHandle) return <Redirect to={`/${user.pageHandle}`} />

  return (
    <div className="grid min-h-dvh lg:grid-cols-[1fr_minmax(24rem,40%)]">
      <div className="flex flex-col">
        <div className="px-2 pt-4 sm:px-6 sm:pt-6">
          <Button
            variant="quiet"
            icon={<ArrowLeft />}
            // In a tab that was opened with this page there is nothing to go back to.
            onClick={() => (history.length > 1 ? history.back() : navigate(START_PATH))}
          >
            {texts.back}
          </Button>
        </div>
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-form flex-1 px-4 pt-6 pb-16 sm:px-0">
          <PageHeader title={texts.title} subtitle={texts.subtitle} />
          <CreateForm onDraft={setPage} />
          <p className="mt-6 flex justify-center">
            <Link
              to={START_PATH}
              className="inline-flex min-h-11 items-center rounded-control font-medium text-brand hover:underline"
            >
              {texts.joinAsFan}
            </Link>
          </p>
        </main>
      </div>
      <aside
        aria-hidden="true"
        className="sticky top-0 hidden h-dvh flex-col justify-center overflow-hidden bg-brand-soft px-10 lg:flex"
      >
        {/* The page that is being made, between two that others have. */}
        <SampleCreatorCard sample="music" className="-mb-10 w-full max-w-80 scale-95" />
        <div className="relative z-1 w-full max-w-90 self-center">
          <PageSketch name={page.pageName} handle={page.pageHandle} />
        </div>
        <SampleCreatorCard sample="prints" className="-mt-10 w-full max-w-80 self-end scale-95" />
      </aside>
    </div>
  )
}
