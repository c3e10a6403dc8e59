import { Ellipsis, Flag } from 'lucide-react'
import { Suspense, useState } from 'react'

import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getUsersCreatorPage } from '#contract/creators/calls.ts'
import { useQuery } from '#web/api/queries.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'

import { reportTexts as texts } from './messages.ts'
import { ReportDialog } from './report-part.ts'

/** What else a member can do about somebody's post. */
export function PostMore({ postId, postPath }: { postId: string; postPath: string }) {
  const user = useQuery(getLoggedInUser, {}).data?.user
  const page = useQuery(getUsersCreatorPage, {}, { isEnabled: user?.isCreator === true }).data
  const [isReporting, setIsReporting] = useState(false)
  const isOwn = page !== undefined && postPath.startsWith(`/${page.pageHandle}/`)
  if (!user || isOwn || (user.isCreator && page === undefined)) return null
  return (
    <>
      <Menu
        items={[{ id: 'report', label: texts.report, icon: <Flag />, onSelect: () => setIsReporting(true) }]}
        // oxlint-disable-next-line react/no-unstable-nested-components -- a render prop, not a component
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            label={texts.more}
            icon={<Ellipsis aria-hidden="true" />}
            className="size-11 [&>svg]:size-5"
          />
        )}
      />
      {isReporting && (
        <Suspense>
          <ReportDialog target={{ kind: 'post', id: postId }} isOpen onClose={() => setIsReporting(false)} />
        </Suspense>
      )}
    </>
  )
}
