import { getPass, leavePass } from '#contract/console/calls.ts'
import type { OutputOf } from '#contract/http/route.ts'
import { useMutation, useQuery } from '#web/api/queries.ts'
import { clockTime } from '#web/features/time/clock-time.ts'
import { useParams } from '#web/routing/match-path.ts'
import { navigate } from '#web/routing/navigate.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

import { Part, StaffRecord } from '../parts/record.tsx'
import { passTexts as texts } from './messages.ts'
import { SeenChoices, SeenFollows, SeenMemberships, SeenPayments, SeenPosts } from './seen.tsx'

/** The giver may end it at any moment. */
const ASK_AGAIN_MS = 10_000

/** What somebody sees of their account, for as long as their pass is open. */
export function PassPage() {
  const passId = useParams()['id'] ?? ''
  const found = useQuery(getPass, { passId }, { refetchEveryMs: ASK_AGAIN_MS })
  // What was loaded before it ended isn't shown any longer.
  const isOver = found.error?.code === 'pass_over'
  return (
    <StaffRecord
      back={{ to: '/staff/passes', label: texts.back }}
      title={texts.one}
      found={isOver ? { ...found, data: undefined } : found}
    >
      {(pass) => ({
        above: <OpenFor passId={passId} pass={pass} />,
        title: pass.person.name,
        subtitle: `@${pass.person.username}`,
        actions: <Button to={`/staff/people/${pass.person._id}`}>{texts.seePerson}</Button>,
        children: (
          <>
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
        ),
      })}
    </StaffRecord>
  )
}

/** Until when it is open, and the way out. */
function OpenFor({ passId, pass }: { passId: string; pass: OutputOf<typeof getPass> }) {
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
    <Banner
      tone="warn"
      title={texts.looking(pass.person.name, clockTime(pass.expiresAt))}
      action={
        <Button size="small" isLoading={end.isPending} onClick={leave}>
          {texts.end}
        </Button>
      }
      className="mb-8"
    >
      {texts.told}
    </Banner>
  )
}
