import { listPageChoices } from '#contract/notifications/calls.ts'
import { useInfiniteQuery } from '#web/api/use-infinite-query.ts'
import { choiceTexts } from '#web/features/notification-choices/messages.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorLine } from '#web/ui/error-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'

import { ChoiceTable, WaysRow } from '../notifications/choice-row.tsx'
import { useChoices } from '../notifications/use-choices.ts'
import { SettingsSection } from '../settings-section.tsx'

const texts = choiceTexts.pages

const PAGES_AT_ONCE = 10

/** The choices about new posts, for each page the viewer supports or follows. */
export function PageChoices() {
  const pages = useInfiniteQuery(listPageChoices, { limit: PAGES_AT_ONCE })
  const { choose, shown } = useChoices()
  return (
    <SettingsSection title={texts.title} hint={texts.hint}>
      {!pages.rows && (pages.error ? <ErrorLine>{texts.failed}</ErrorLine> : <SkeletonList count={2} />)}
      {pages.rows?.length === 0 && <p className="text-base text-ink-soft">{texts.none}</p>}
      {pages.rows && pages.rows.length > 0 && (
        <ChoiceTable>
          {pages.rows.map(({ _id, pageName, pageHandle, profileImage, ...saved }) => {
            const of = { topic: 'newPosts', pageHandle } as const
            return (
              <WaysRow
                key={_id}
                about={pageName}
                choice={shown(of, saved)}
                mail="chosen"
                onChange={(changes) => void choose(of, changes)}
              >
                <Link to={`/${pageHandle}`} className="flex min-w-0 items-center gap-3 rounded-control">
                  <Avatar name={pageName} handle={pageHandle} src={profileImage} size={32} />
                  <span className="truncate text-base font-medium">{pageName}</span>
                </Link>
              </WaysRow>
            )
          })}
        </ChoiceTable>
      )}
      {pages.hasMore && (
        <Button
          size="small"
          className="mt-3"
          isLoading={pages.moreState === 'loading'}
          onClick={pages.showMore}
        >
          {texts.showMore}
        </Button>
      )}
    </SettingsSection>
  )
}
