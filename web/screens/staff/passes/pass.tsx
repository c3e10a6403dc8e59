import { getPass, leavePass } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { usePageTitle } from '#web/features/page-head/page-title.ts'
import { clockTime } from '#web/features/relative-time/clock-time.ts'
import { navigate } from '#web/routing/navigate.ts'
import { useParams } from '#web/routing/match-path.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'

import { consoleTexts } from '../messages.ts'
import { Part } from '../parts/facts.tsx'
import { One } from '../parts/one.tsx'
import { passTexts as texts } from './messages.ts'
import { SeenChoices } from './seen-choices.tsx'
import { SeenFollows, SeenPayments } from './seen-lists.tsx'
import { SeenMemberships } from './seen-memberships.tsx'
import { SeenPosts } from './seen-posts.tsx'

/** The giver may end it at any moment. */
const ASK_AGAIN_MS = 10_000

/** What somebody sees of their account, for as long as their pass is open. */
export function PassPage() {
  const passId = useParams()['id'] ?? ''
  const found = useQuery(getPass, { passId }, { refetchEveryMs: ASK_AGAIN_MS })
  // What was loaded before it ended isn't shown any longer.
  const isOver = found.error?.code === 'pass_over'
  return (
    <One
      back={{ to: '/staff/passes', label: texts.back }}
      title={texts.one}
      found={isOver ? { ...found, data: undefined, isError: true } : found}
    >
      {(pass) => <Opened passId={passId} pass={pass} />}
    </One>
  )
}

function Opened({ passId, pass }: { passId: string; pass: OutputOf<typeof getPass> }) {
  const { person, expiresAt } = pass
  usePageTitle(consoleTexts.documentTitle(person.name))
  const end = useMutation(leavePass, {})

  function leave() {
    end.mutate(
      { input: { passId } },
      {
        onSuccess() {
          toast.success(texts.ended)
          navigate('/staff/passes')
        },
        onError: ({ message }) => toast.error(message),
      },
    )
  }

  return (
    <>
      <Banner
        tone="warn"
        title={texts.looking(person.name, clockTime(expiresAt))}
        action={
          <Button size="small" isLoading={end.isPending} onClick={leave}>
            {texts.end}
          </Button>
        }
      >
        {texts.told}
      </Banner>
      <div className="mt-8">
        <PageHeader
          title={<span dir="auto">{person.name}</span>}
          subtitle={`@${person.username}`}
          actions={<Button to={`/staff/people/${person._id}`}>{texts.seePerson}</Button>}
        />
      </div>
      <Part title={texts.memberships}>
        <SeenMemberships passId={passId} />
      </Part>
      <Part title={texts.posts}>
        <SeenPosts passId={passId} />
      </Part>
      <Part title={texts.payments}>
        <SeenPayments passId={passId} />
      </Part>
      <Part title={texts.follows}>
        <SeenFollows passId={passId} />
      </Part>
      <Part title={texts.choices}>
        <SeenChoices passId={passId} />
      </Part>
    </>
  )
}
