import { getLoggedInUser } from '#contract/accounts/calls.ts'
import { getPostInsights } from '#contract/analytics/calls.ts'
import { formatNumber } from '#contract/numbers.ts'
import { useQuery } from '#web/api/queries.ts'
import { usePages } from '#web/api/use-pages.ts'
import { nameOfPost } from '#web/features/post-card/post-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { dayText } from '#web/features/time/when-text.ts'

import { insightsTexts } from './messages.ts'
import { CELL, HEAD_CELL, Part, Table, Waiting } from './part.tsx'
import { percent } from './percent.ts'

const texts = insightsTexts.posts
const SHOWN = 10

/** How each post did: who opened it of those who could, and how many visited. */
export function Posts() {
  const pageHandle = useQuery(getLoggedInUser, {}).data?.user.pageHandle ?? ''
  const list = usePages(getPostInsights, { limit: SHOWN }, (rows) => rows)
  return (
    <Part title={texts.title} how={texts.how}>
      {!list.rows ? (
        <Waiting query={{ ...list, isError: list.error !== null }} failed={texts.failed} />
      ) : list.rows.length === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <>
          <Table label={texts.title}>
            <thead>
              <tr className="border-b border-line text-ink-faint">
                {(['post', 'opened', 'visits', 'completed'] as const).map((key) => (
                  <th key={key} scope="col" className={HEAD_CELL}>
                    {texts.columns[key]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.rows.map((post) => (
                <tr key={post._id} className="border-b border-line">
                  <th scope="row" className={`${CELL} w-full max-w-0 min-w-24 font-normal sm:min-w-40`}>
                    <Link
                      to={`/${pageHandle}/posts/${post._id}`}
                      dir="auto"
                      className="block truncate rounded-small font-medium hover:underline"
                    >
                      {nameOfPost(post)}
                    </Link>
                    <span className="block whitespace-normal text-ink-faint">
                      {dayText(post.publishedAt)}
                    </span>
                  </th>
                  <td className={CELL}>
                    {post.members === null ? (
                      <span className="text-ink-faint">{texts.notCounted}</span>
                    ) : (
                      <>
                        {post.rate !== null && <span className="font-semibold">{percent(post.rate)} </span>}
                        <span className="block text-ink-faint">
                          {texts.openedOf(post.opened, post.members)}
                        </span>
                      </>
                    )}
                  </td>
                  <td className={CELL}>{formatNumber(post.visits)}</td>
                  <td className={CELL}>
                    {post.plays === 0 ? (
                      <span className="text-ink-faint">–</span>
                    ) : (
                      <>
                        {post.completion !== null && (
                          <span className="font-semibold">{percent(post.completion)} </span>
                        )}
                        <span className="block text-ink-faint">{texts.plays(post.plays)}</span>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
          {list.hasMore && (
            <Button
              className="mt-4"
              size="small"
              isLoading={list.moreState === 'loading'}
              onClick={list.showMore}
            >
              {texts.showMore}
            </Button>
          )}
        </>
      )}
    </Part>
  )
}
